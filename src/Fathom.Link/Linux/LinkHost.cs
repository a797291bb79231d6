using System.Runtime.InteropServices;
using System.Text.Json;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// The process inside: started by <see cref="NamespaceLauncher"/> as the first process of a PID namespace, so that when it ends, whatever
/// the reason, the kernel ends all that was started in the link. It ends when its standard input does.
/// </summary>
internal static class LinkHost
{
    /// <summary>Runs a link until standard input ends.</summary>
    public static async Task RunAsync(TextReader input, TextWriter output, TimeProvider time)
    {
        // Ctrl-C reaches every process of the terminal; the one outside decides.
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, c => c.Cancel = true);
        using var quit = PosixSignalRegistration.Create(PosixSignal.SIGQUIT, c => c.Cancel = true);
        var first = await input.ReadLineAsync();
        if (first is null)
        {
            return;
        }

        try
        {
            var plan = LinkPlan.Create(JsonSerializer.Deserialize<LinkSpec>(first)!);
            await using var link = await PacketLink.OpenAsync(plan, time);
            Say(output, link.Ready);
            await Task.WhenAny(AnswerAsync(link, input, output), ReportFailureAsync(link, output));
        }
        catch (LinkPlanException e)
        {
            Say(output, new HostRefusal(e.Faults));
        }
        catch (LinkUnavailableException e)
        {
            Say(output, new HostUnavailable(e.Reason, e.Remedy));
        }
        catch (SystemCallException e)
        {
            Say(output, new HostUnavailable(e.Message,
                "the kernel must let this user make network namespaces and set them up; or approximate the link with --mode relay"));
        }
    }

    private static async Task AnswerAsync(PacketLink link, TextReader input, TextWriter output)
    {
        while (await input.ReadLineAsync() is { } line)
        {
            Say(output, line == HostMessage.CountersCommand ? new HostCounters(link.Counters) : new HostFailed($"'{line}' is no command"));
        }
    }

    private static async Task ReportFailureAsync(PacketLink link, TextWriter output)
    {
        try
        {
            await link.Ended;
        }
        catch (Exception e)
        {
            // Whatever stopped the forwarding: there is no link any more, and the outside must hear why.
            Say(output, new HostFailed(e.Message));
        }
    }

    private static void Say(TextWriter output, HostMessage message)
    {
        lock (output)
        {
            output.WriteLine(message.ToLine());
            output.Flush();
        }
    }
}
