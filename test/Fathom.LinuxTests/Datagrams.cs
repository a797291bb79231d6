using System.Buffers.Binary;
using System.Globalization;

namespace Fathom.LinuxTests;

/// <summary>Stamped datagrams from the near end to the far end of a link.</summary>
internal static class Datagrams
{
    private const int Bytes = 200;

    /// <summary>Whether a packet is such a datagram, and none of those that tell the receiver of the end.</summary>
    public static bool IsNumbered(ReadOnlyMemory<byte> packet) =>
        packet.Length > Bytes && BinaryPrimitives.ReadInt64BigEndian(packet.Span[^Bytes..]) >= 0;

    /// <summary>Sends datagrams; the number of each that arrived, and how long it took.</summary>
    public static async Task<List<(int Number, double Milliseconds)>> SendAsync(LinkRun link, int count, int gapMicroseconds)
    {
        using var receiver = Machine.StartScript(link.Far!, "receive.py",
            link.Plan.Family == System.Net.Sockets.AddressFamily.InterNetworkV6 ? "6" : "4", "7000");
        (await receiver.StandardOutput.ReadLineAsync()).ShouldBe("ready");
        // It repeats the end, which may be lost, until it ends with the link.
        using var sender = Machine.StartScript(link.Near!, "send.py", link.Far!.Address.ToString(), "7000", Text(count), Text(Bytes),
            Text(gapMicroseconds));
        var lines = await receiver.StandardOutput.ReadToEndAsync();
        return [.. lines.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(l => l.Split(' '))
            .Select(p => (int.Parse(p[0], CultureInfo.InvariantCulture), long.Parse(p[1], CultureInfo.InvariantCulture) / 1e6))];
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
