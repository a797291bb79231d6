using System.Runtime.InteropServices;

namespace Fathom.Transport.Compression;

/// <summary>Counts sent and received messages. Thread-safe; owned by one channel or host. A plain message costs two additions on a cache
/// line that few threads share.</summary>
internal sealed class WireMeter
{
    private static readonly int Stripes = (int)System.Numerics.BitOperations.RoundUpToPowerOf2(
        (uint)Math.Min(8, Environment.ProcessorCount));

    private readonly Stripe[] _stripes = new Stripe[Stripes];

    /// <summary>The totals so far.</summary>
    public WireTotals Totals
    {
        get
        {
            var totals = default(WireTotals);
            for (var i = 0; i < _stripes.Length; i++)
            {
                totals += new WireTotals(_stripes[i].Sent.Read(), _stripes[i].Received.Read());
            }

            return totals;
        }
    }

    private ref Stripe CurrentStripe => ref _stripes[Environment.CurrentManagedThreadId & (Stripes - 1)];

    public void AddSent(long bytes) => CurrentStripe.Sent.AddPlain(bytes);

    public void AddReceived(long bytes) => CurrentStripe.Received.AddPlain(bytes);

    public void AddSentCompressed(long plain, long wire, TimeSpan time) => CurrentStripe.Sent.AddCompressed(plain, wire, time);

    public void AddReceivedCompressed(long plain, long wire, TimeSpan time) => CurrentStripe.Received.AddCompressed(plain, wire, time);

    /// <summary>Adds time spent on a message that is sent and counted as plain.</summary>
    public void AddSendTime(TimeSpan time) => CurrentStripe.Sent.AddTime(time);

    // Two directions of six numbers, padded to keep the next stripe off the cache line.
    [StructLayout(LayoutKind.Sequential, Size = 192)]
    private struct Stripe
    {
        public Counter Sent;
        public Counter Received;
    }

    private struct Counter
    {
        private long _plainMessages;
        private long _plainBytes;
        private long _compressedMessages;
        private long _compressedFrom;
        private long _compressedTo;
        private long _ticks;

        public void AddPlain(long bytes)
        {
            Interlocked.Increment(ref _plainMessages);
            Interlocked.Add(ref _plainBytes, bytes);
        }

        public void AddCompressed(long plain, long wire, TimeSpan time)
        {
            Interlocked.Increment(ref _compressedMessages);
            Interlocked.Add(ref _compressedFrom, plain);
            Interlocked.Add(ref _compressedTo, wire);
            AddTime(time);
        }

        public void AddTime(TimeSpan time) => Interlocked.Add(ref _ticks, time.Ticks);

        public WireCount Read()
        {
            var (plain, compressed) = (Interlocked.Read(ref _plainMessages), Interlocked.Read(ref _compressedMessages));
            var bytes = Interlocked.Read(ref _plainBytes);
            return new WireCount(
                plain + compressed,
                compressed,
                bytes + Interlocked.Read(ref _compressedFrom),
                bytes + Interlocked.Read(ref _compressedTo),
                TimeSpan.FromTicks(Interlocked.Read(ref _ticks)));
        }
    }
}
