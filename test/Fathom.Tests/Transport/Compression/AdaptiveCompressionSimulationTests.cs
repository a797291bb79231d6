using Fathom.TestKit;
using Fathom.Transport.Compression;
using static System.FormattableString;

namespace Fathom.Tests.Transport.Compression;

/// <summary>
/// Adaptive compression against always and never, in virtual time: lines of 1 Mbit/s to 10 Gbit/s, payloads that become 1 to 400 times
/// smaller, codecs of 5 MB/s to 2.5 GB/s whose samples mislead, disturbed measurements, cold first messages, slow start, and peers that
/// keep none, some or all of their last acknowledgements back.
/// </summary>
public class AdaptiveCompressionSimulationTests
{
    private const double Bound = 1.10;

    private static readonly double[] Megabits = [1, 3, 10, 30, 60, 100, 150, 300, 450, 1000, 2500, 10_000];
    private static readonly double[] Ratios = [1, 1.05, 1.5, 2.5, 5, 20, 400];
    private static readonly double[] Speeds = [5e6, 20e6, 80e6, 150e6, 300e6, 700e6, 2500e6];

    // Bytes of a record, round trip in seconds, the fastest line in Mbit/s, and how much of its last acknowledgements the peer keeps back.
    public static TheoryData<int, double, double, double> Lines { get; } = new()
    {
        { VirtualDownloads.Size, 0.0001, 10_000, 0 },
        { VirtualDownloads.Size, 0.001, 450, 0 },
        { 64 * 1024, 0.0001, 10_000, 0 },
        { 64 * 1024, 0.001, 450, 0 },
        { VirtualDownloads.Size, 0.0001, 10_000, 0.2 },
        { VirtualDownloads.Size, 0.001, 450, 0.2 },
        { VirtualDownloads.Size, 0.0001, 10_000, 1 },
        { VirtualDownloads.Size, 0.001, 450, 1 },
        { 64 * 1024, 0.0001, 10_000, 1 },
        { 64 * 1024, 0.001, 450, 1 },
    };

    // As the study: two downloads before on lines, and at least three that count. What cannot be measured is 5 ms of a message, and of a
    // stream the one trial that may fall into these.
    [Theory]
    [MemberData(nameof(Lines))]
    public void After_two_downloads_it_is_within_a_tenth_of_the_better_of_always_and_never(
        int recordSize, double roundTrip, double fastest, double late) =>
        Worse(recordSize, roundTrip, fastest, late, before: 2, counted: 5, _ => recordSize == VirtualDownloads.Size ? 0.005 : 0.03)
            .ShouldBeEmpty();

    // From the first message on, which nobody knows anything of yet: it is compressed, may be cold and twice as slow as others, and is
    // sampled before.
    [Theory]
    [MemberData(nameof(Lines))]
    public void Over_many_downloads_it_is_within_a_tenth_and_what_the_first_message_and_the_first_trial_cost(
        int recordSize, double roundTrip, double fastest, double late) =>
        Worse(recordSize, roundTrip, fastest, late, before: 0, counted: 40,
            codec => (3 * VirtualDownloads.Size * ((1 / codec.Compress) + (1 / codec.Decompress))) + 0.15).ShouldBeEmpty();

    [Theory]
    [InlineData(450, 5, 2, 0)]
    [InlineData(450, 5, 2, 1)]
    [InlineData(2500, 30, 2, 0)]
    [InlineData(2500, 30, 2, 1)]
    [InlineData(5, 450, 6, 0)]
    [InlineData(5, 450, 6, 1)]
    [InlineData(30, 2500, 6, 0)]
    [InlineData(30, 2500, 6, 1)]
    public void A_line_that_changes_is_followed_within_so_many_messages(double before, double after, int messages, double late)
    {
        // Pays below 300 Mbit/s.
        var line = new VirtualLine(before * 125_000, 0.0001, late);
        var downloads = new VirtualDownloads(line, new VirtualCodec(5, 70e6, 210e6), VirtualDownloads.Size, seed: 3);
        Repeat(20, downloads);
        downloads.Decision.IsCompressing.ShouldBe(before < 300);

        line.BytesPerSecond = after * 125_000;
        Repeat(messages + 1, downloads);
        downloads.Decision.IsCompressing.ShouldBe(after < 300);
    }

    [Theory]
    [InlineData(1, 5, 10)]
    [InlineData(5, 1, 4)]
    public void Messages_that_change_are_followed_within_so_many(double before, double after, int messages)
    {
        var codec = new VirtualCodec(before, 70e6, 210e6);
        var downloads = new VirtualDownloads(new VirtualLine(50 * 125_000, 0.0001, late: 0), codec, VirtualDownloads.Size, seed: 3);
        Repeat(20, downloads);
        downloads.Decision.IsCompressing.ShouldBe(before > 1);

        downloads.Codec = codec with { Ratio = after };
        Repeat(messages + 1, downloads);
        downloads.Decision.IsCompressing.ShouldBe(after > 1);
    }

    private static void Repeat(int times, VirtualDownloads downloads)
    {
        for (var i = 0; i < times; i++)
        {
            downloads.Next(always: null);
        }
    }

    private static List<string> Worse(int recordSize, double roundTrip, double fastest, double late, int before, int counted,
        Func<VirtualCodec, double> toLearn)
    {
        List<(double Times, string Text)> worse = [];
        var seed = 0;
        foreach (var (megabit, ratio, speed) in from m in Megabits.Where(m => m <= fastest) from r in Ratios from s in Speeds select (
            m, r, s))
        {
            seed++;
            if (seed % Thorough.Count(3, 1) != 0)
            {
                continue;
            }

            var random = new Random(seed);
            var codec = new VirtualCodec(ratio, speed, speed * 3) { SampleSpeed = 0.9 + (0.7 * random.NextDouble()),
                SampleSize = ratio > 1.1 ? 0.9 + (0.3 * random.NextDouble()) : 1 };
            double Total(bool? always, out MethodCompressionReport decision)
            {
                var downloads = new VirtualDownloads(new VirtualLine(megabit * 125_000, roundTrip, late), codec, recordSize, seed);
                for (var i = 0; i < before; i++)
                {
                    downloads.Next(always);
                }

                var total = 0.0;
                for (var i = 0; i < counted; i++)
                {
                    total += downloads.Next(always);
                }

                decision = downloads.Decision;
                return total;
            }

            var (plain, compressed, adaptive) = (Total(false, out _), Total(true, out _), Total(null, out var decision));
            var times = (adaptive - toLearn(codec)) / Math.Min(plain, compressed);
            if (times > Bound)
            {
                var line = Invariant($"{megabit} Mbit/s, {speed / 1e6} MB/s {codec.SampleSpeed:0.00}, 1/{ratio}");
                var results = Invariant($"plain {plain:0.000}, compressed {compressed:0.000}, adaptive {adaptive:0.000} s");
                worse.Add((times, Invariant($"{times:0.00} x: {line}: {results}; {decision}")));
            }
        }

        return [.. worse.OrderByDescending(w => w.Times).Select(w => w.Text)];
    }
}
