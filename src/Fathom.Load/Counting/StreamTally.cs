using HdrHistogram;

namespace Fathom.Load.Counting;

/// <summary>What the messages of streams showed in one interval. A part of <see cref="CallTally"/>, with its rules.</summary>
public sealed class StreamTally
{
    /// <summary>Times from the intended start of a stream to its first message, in nanoseconds.</summary>
    public LongHistogram FirstMessage { get; } = LatencyHistograms.Create();

    /// <summary>Times between two messages of a stream, in nanoseconds; also from its last message until the generator ended it, where
    /// that was longer.</summary>
    public LongHistogram Gap { get; } = LatencyHistograms.Create();

    /// <summary>Times from a request message to the reply message that answers it, in nanoseconds. They mean something where
    /// <see cref="Unpaired"/> is zero.</summary>
    public LongHistogram Answer { get; } = LatencyHistograms.Create();

    /// <summary>Messages that were sent.</summary>
    public long Sent { get; set; }

    /// <summary>Messages that were received.</summary>
    public long Received { get; set; }

    /// <summary>Two-way streams whose replies do not answer their requests one by one: their numbers differ.</summary>
    public long Unpaired { get; set; }

    /// <summary>Adds what another counted.</summary>
    public void Add(StreamTally other)
    {
        ArgumentNullException.ThrowIfNull(other);
        FirstMessage.AddRecorded(other.FirstMessage);
        Gap.AddRecorded(other.Gap);
        Answer.AddRecorded(other.Answer);
        Sent += other.Sent;
        Received += other.Received;
        Unpaired += other.Unpaired;
    }

    /// <summary>Makes it empty again.</summary>
    public void Clear()
    {
        FirstMessage.Clear();
        Gap.Clear();
        Answer.Clear();
        (Sent, Received, Unpaired) = (0, 0, 0);
    }
}
