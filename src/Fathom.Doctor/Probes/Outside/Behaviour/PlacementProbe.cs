using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;
using Fathom.Statistics;

namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>
/// Makes the same calls on several connections to the same address, in random order: where a balancer gives each connection a server of
/// its own, calls differ between connections and not within one.
/// </summary>
internal sealed class PlacementProbe : IServiceProbe
{
    private const string Name = "placement";
    private const int Most = 8;
    private const int Fewest = 4;
    private const int Rounds = 5;
    private const double MaxMs = 5_000;

    // Differences below these are the machine's; of short calls it needs more than of long ones.
    private const double MinRatio = 1.7;
    private const double MinMs = 4;
    private const double MinRatioOfShort = 3;
    private const double MinMsOfShort = 1;

    /// <inheritdoc/>
    public string Describe(ProbeSession session) =>
        $"Makes the call on {ConnectionsOf(session)} connections, round by round: are some slower "
        + "than others, as where a balancer gives each a server of its own?";

    /// <inheritdoc/>
    public SkipReason? WhySkipped(ProbeSession session) => ConnectionsOf(session) < Fewest
        ? new($"l4-pinned-balancing: connections were not compared, since a call takes {FigureText.Duration(CallOf(session))}.",
            IsGap: true)
        : null;

    /// <summary>How the connection of a number is set up.</summary>
    public static ProbeConnectionOptions Numbered(int number) => new() { Number = number + 1 };

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        var count = ConnectionsOf(session);
        for (var i = 0; i < count; i++)
        {
            await session.RentAsync(Numbered(i), 1, cancellation);
        }

        var times = Enumerable.Range(0, count).Select(_ => new List<double>()).ToList();
        // In turn what comes every so many calls would strike one connection again and again.
        var random = SeededRandom.For(0, Name);
        var order = Enumerable.Range(0, count).ToArray();
        // The first call of a connection takes longer than later ones.
        for (var round = 0; round <= Rounds; round++)
        {
            random.Shuffle(order);
            foreach (var i in order)
            {
                var connection = (await session.RentAsync(Numbered(i), 1, cancellation))[0];
                var call = await session.CallAsync(connection, isNoOp: false, cancellation);
                if (round > 0)
                {
                    times[i].Add(session.Milliseconds(call.Asked, call.EndedAt));
                }
            }
        }

        Observe(session, times);
    }

    // The two groups between which the medians differ most.
    private static void Observe(ProbeSession session, List<List<double>> times)
    {
        var order = Enumerable.Range(0, times.Count).OrderBy(i => Sample.Median([.. times[i]])).ToList();
        var medians = order.ConvertAll(i => Sample.Median([.. times[i]]));
        var split = Enumerable.Range(1, order.Count - 1).MaxBy(i => medians[i] / medians[i - 1]);
        double[] fast = [.. order.Take(split).SelectMany(i => times[i]).Order()];
        double[] slow = [.. order.Skip(split).SelectMany(i => times[i]).Order()];
        session.Observe(Name, BehaviourQuantities.ComparedConnections, (double)times.Count);
        session.Observe(Name, BehaviourQuantities.SlowConnections, (double)(order.Count - split));
        session.Observe(Name, BehaviourQuantities.FastConnection, (double)order[0]);
        session.Observe(Name, BehaviourQuantities.SlowConnection, (double)order[^1]);
        session.Observe(Name, BehaviourQuantities.FastConnectionTime, fast);
        session.Observe(Name, BehaviourQuantities.SlowConnectionTime, slow);
        session.Observe(Name, BehaviourQuantities.ConnectionsDiffer,
            (Differ(MinRatio, MinMs) || Differ(MinRatioOfShort, MinMsOfShort))
                && slow[slow.Length / 10] > fast[fast.Length * 9 / 10]);

        bool Differ(double ratio, double ms) =>
            medians[split] >= ratio * medians[split - 1] && medians[split] - medians[split - 1] >= ms;
    }

    private static double CallOf(ProbeSession session) => session.Value(ServiceQuantities.CallTime);

    private static int ConnectionsOf(ProbeSession session) => (int)Math.Min(Most, MaxMs / ((Rounds + 1) * CallOf(session)));
}
