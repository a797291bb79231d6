using System.Globalization;

namespace Fathom.LinuxTests;

/// <summary>Stamped datagrams from the near end to the far end of a link.</summary>
internal static class Datagrams
{
    public static async Task<List<(int Number, double Milliseconds)>> SendAsync(
        LinkRun link, int count, int gapMicroseconds, int bytes = 200)
    {
        using var receiver = Machine.StartScript(link.Far!, "receive.py",
            link.Plan.Family == System.Net.Sockets.AddressFamily.InterNetworkV6 ? "6" : "4", "7000");
        (await receiver.StandardOutput.ReadLineAsync()).ShouldBe("ready");
        using var sender = Machine.StartScript(link.Near!, "send.py", link.Far!.Address.ToString(), "7000", Text(count), Text(bytes),
            Text(gapMicroseconds));
        var lines = await receiver.StandardOutput.ReadToEndAsync();
        await sender.WaitForExitAsync();
        return [.. lines.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(l => l.Split(' '))
            .Select(p => (int.Parse(p[0], CultureInfo.InvariantCulture), long.Parse(p[1], CultureInfo.InvariantCulture) / 1e6))];
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
