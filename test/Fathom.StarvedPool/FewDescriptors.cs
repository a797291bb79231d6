using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Microsoft.Win32.SafeHandles;

namespace Fathom.StarvedPool;

/// <summary>Calls of a process before, while and after it has no descriptor left, with two event loops: channels have them in turn. Prints
/// one line per call: how it was made, and how it ended.</summary>
internal static class FewDescriptors
{
    // How .NET calls EMFILE, how the system does, and what is said where neither tells.
    private static readonly string[] Reasons = ["TooManyOpenSockets", "Too many open files", "no file descriptors left"];

    public static int Run(Uri host)
    {
        var named = new UriBuilder(host) { Host = "localhost" }.Uri;
        using var open = Channel(host);
        Print("before", open);
        var taken = TakeAll();
        using var toAddress = LoopFails(host);
        Print("without, new connection", toAddress);
        using var toName = LoopFails(named);
        Print("without, a name", toName);
        Print("without, open connection", open);
        taken.ForEach(handle => handle.Dispose());
        Print("after, new connection", toAddress);
        Print("after, a name", toName);
        using var onSecond = Channel(host);
        Print("after, another event loop", onSecond);
        return 0;
    }

    private static NativeChannel Channel(Uri address) => new(new ChannelOptions { Address = address });

    /// <summary>A channel on the first event loop, after one on the second, which cannot be created.</summary>
    private static NativeChannel LoopFails(Uri address)
    {
        try
        {
            Channel(address).Dispose();
            Console.WriteLine("the second event loop exists");
        }
        catch (IOException e)
        {
            Console.WriteLine($"without, no event loop: {Describe("IOException", e.Message)}");
        }

        return Channel(address);
    }

    private static List<SafeFileHandle> TakeAll()
    {
        List<SafeFileHandle> taken = [];
        try
        {
            while (true)
            {
                taken.Add(File.OpenHandle("/dev/null"));
            }
        }
        catch (IOException)
        {
            return taken;
        }
    }

    private static void Print(string how, NativeChannel channel)
    {
        // After a failed attempt the channel waits for a second.
        var waits = how.StartsWith("after", StringComparison.Ordinal);
        string ended;
        try
        {
            channel.Unary(EchoMethods.Unary, new EchoRequest(),
                new CallOptions { WaitForReady = waits, Deadline = Deadline.After(TimeSpan.FromSeconds(30)) });
            ended = "answered";
        }
        catch (RpcException e)
        {
            ended = Describe(e.StatusCode.ToString(), e.Status.Detail);
        }

        Console.WriteLine($"{how}: {ended}");
    }

    private static string Describe(string kind, string text) =>
        Array.Exists(Reasons, reason => text.Contains(reason, StringComparison.Ordinal)) ? $"{kind} with the reason" : $"{kind}: {text}";
}
