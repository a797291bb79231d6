using Fathom.Link.Capture;
using Fathom.Link.Plans;
using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary>A link that has ended, with its counters and its capture. Both stamps of a packet come from the clock by which it was
/// forwarded: what they say holds on a busy machine as well.</summary>
internal sealed class CapturedLink : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private CapturedLink()
    {
    }

    /// <summary>The capture.</summary>
    public string File => _folder.PathOf("link.pcapng");

    /// <summary>The counters when the work was done.</summary>
    public LinkCounters Counters { get; private set; } = null!;

    /// <summary>All packets, in order of time.</summary>
    public IReadOnlyList<CapturedPacket> Packets { get; private set; } = [];

    /// <summary>Makes a link, does some work and ends the link.</summary>
    public static async Task<CapturedLink> RunAsync(LinkSpec spec, Func<LinkRun, Task> work)
    {
        var captured = new CapturedLink();
        try
        {
            await using (var link = await Machine.LinkAsync(spec with { Capture = captured.File }))
            {
                await work(link);
                captured.Counters = await link.CountersAsync(CancellationToken.None);
            }

            captured.Counters.CaptureOmitted.ShouldBe(0);
            captured.Packets = CaptureReader.Read(captured.File);
            return captured;
        }
        catch
        {
            captured.Dispose();
            throw;
        }
    }

    /// <summary>The packets of one direction, in the order in which they were sent.</summary>
    public IReadOnlyList<Passage> Passages(bool up)
    {
        var received = Packets.Where(p => p.AtFarEnd == up && !p.Sent).GroupBy(Content)
            .ToDictionary(g => g.Key, g => new Queue<long>(g.Select(p => p.Time)));
        return [.. Packets.Where(p => p.AtFarEnd != up && p.Sent).Select(p => new Passage(
            p.Bytes, p.Time, received.TryGetValue(Content(p), out var times) && times.TryDequeue(out var time) ? time : null))];
    }

    public void Dispose() => _folder.Dispose();

    private static string Content(CapturedPacket packet) => Convert.ToBase64String(packet.Bytes.Span);
}

/// <summary>The way of a packet through one direction of a link.</summary>
/// <param name="Packet">The packet, from its IP header on.</param>
/// <param name="Sent">When it came from the sending end, nanoseconds.</param>
/// <param name="Received">When it was handed to the receiving end, nanoseconds; null if it was lost.</param>
internal sealed record Passage(ReadOnlyMemory<byte> Packet, long Sent, long? Received)
{
    /// <summary>Asserts that it arrived when it was due, or as much later as the link says that it was late at most.</summary>
    public void ShouldArriveAt(long due, DirectionCounters counters) =>
        (Received.ShouldNotBeNull() - due).ShouldBeInRange(0, counters.MaxLatenessNanoseconds);
}
