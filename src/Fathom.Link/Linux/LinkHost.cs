using System.Runtime.InteropServices;
using System.Text.Json;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// The process inside a link. <see cref="NamespaceLauncher"/> starts it as the first process of a PID namespace, so the kernel ends every
/// process in the link with it. It ends when its standard input ends.
/// </summary>
internal static class LinkHost
{
    /// <summary>Runs a link until standard input ends.</summary>
    public static async Task RunAsync(TextReader input, TextWriter output, TimeProvider time)
    {
        // Ctrl-C reaches every process of the terminal, SIGTERM every process of a group (timeout) or a service (systemd). The process
        // outside decides when the link ends.
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, c => c.Cancel = true);
        using var quit = PosixSignalRegistration.Create(PosixSignal.SIGQUIT, c => c.Cancel = true);
        using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, c => c.Cancel = true);
        var first = await input.ReadLineAsync();
        if (first is null)
        {
            return;
        }

        try
        {
            var plan = LinkPlan.Create(JsonSerializer.Deserialize(first, LinkJson.Default.LinkSpec)!);
            await using var link = await PacketLink.OpenAsync(plan, time);
            Send(output, link.Ready);
            await Task.WhenAny(ServeCommandsAsync(link, input, output), ReportFailureAsync(link, output));
        }
        catch (LinkPlanException e)
        {
            Send(output, new HostRefusal(e.Faults));
        }
        catch (LinkUnavailableException e)
        {
            Send(output, new HostUnavailable(e.Reason, e.Remedy));
        }
        catch (SystemCallException e)
        {
            Send(output, new HostUnavailable(e.Message,
                "the kernel must let this user make network namespaces and set them up; or approximate the link with --mode relay"));
        }
    }

    private static async Task ServeCommandsAsync(PacketLink link, TextReader input, TextWriter output)
    {
        while (await input.ReadLineAsync() is { } line)
        {
            Send(output, await AnswerAsync(link, line));
        }
    }

    private static async Task<HostMessage> AnswerAsync(PacketLink link, string line)
    {
        switch (line)
        {
            case HostMessage.CountersCommand:
                return new HostCounters(link.Counters);
            case HostMessage.RoundTripCommand:
                return new HostRoundTrip(await link.RoundTripAsync());
            case var change when change.StartsWith(HostMessage.ChangeCommand, StringComparison.Ordinal):
                try
                {
                    await link.ChangeAsync(LinkPlan.Create(
                        JsonSerializer.Deserialize(change.AsSpan(HostMessage.ChangeCommand.Length), LinkJson.Default.LinkSpec)!));
                    return new HostChanged();
                }
                catch (LinkPlanException e)
                {
                    return new HostRefusal(e.Faults);
                }

            default:
                return new HostFailed($"'{line}' is not a command");
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
            // The link has failed; the process outside needs the reason.
            Send(output, new HostFailed(e.Message));
        }
    }

    private static void Send(TextWriter output, HostMessage message)
    {
        lock (output)
        {
            output.WriteLine(message.ToLine());
            output.Flush();
        }
    }
}
