using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Transport.Server;

namespace Fathom.Samples.CodeFirst;

/// <summary>Hosts <see cref="Depths"/> without a web server.</summary>
internal static class DepthsServer
{
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(5);

    /// <summary>The port that the rest of the command line says, 0 for a free one; null where it says anything else.</summary>
    public static int? PortOf(string[] arguments) => arguments switch
    {
        [] => 0,
        [var text] when ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var port) => port,
        _ => null,
    };

    /// <summary>Serves on loopback, says where, and ends with Ctrl-C or SIGTERM, after the calls that are under way.</summary>
    public static async Task RunAsync(int port, TextWriter output)
    {
        var end = new TaskCompletionSource();
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, End);
        using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, End);

        await using var host = NativeHost.Start([DepthsHost.Define(new Depths())], new NativeHostOptions { Port = port });
        await output.WriteLineAsync($"listening on {host.Address.GetLeftPart(UriPartial.Authority)}");
        await output.FlushAsync();
        await end.Task;
        await host.StopAsync(Grace);

        void End(PosixSignalContext signal)
        {
            signal.Cancel = true;
            end.TrySetResult();
        }
    }
}
