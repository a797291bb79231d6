using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.LeakedStreams;

/// <summary>
/// <c>leaked-streams</c>: a client neither reads its streaming calls to the end nor cancels or disposes them. Each keeps a stream of the
/// connection; at the server's limit (RFC 9113 section 5.1.2) all further calls wait. A hint: the calls stand in the code.
/// </summary>
public sealed class LeakedStreamsCause() : Cause(Name)
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "leaked-streams";

    // Between two looks, a tenth of a second apart, calls of ordinary length may all be under way.
    private const double MinStuck = 0.25;

    private const string Fix = """
        // a call that is disposed ends, and gives its stream back, also after an exception
        using var call = client.Watch(request, deadline: DateTime.UtcNow.AddMinutes(1), cancellationToken: cancellation);
        await foreach (var item in call.ResponseStream.ReadAllAsync(cancellation))
        {
            // ...
        }
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch =>
        [WatchQuantities.UnendedCalls, WatchQuantities.CallsUnderWay, WatchQuantities.StuckShare];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var (unended, underWay) = (seen.Value(WatchQuantities.UnendedCalls), seen.Value(WatchQuantities.CallsUnderWay));
        var stuck = seen.Value(WatchQuantities.StuckShare);
        var figures = $"{FigureText.Whole(unended)} calls began and did not end, {FigureText.Whole(underWay)} were under way at last; "
            + $"calls were under way and none ended {FigureText.Number(100 * stuck)} % of the time";
        return !UnendedCalls.HoldStreams(seen) || stuck < MinStuck
            ? Screening.RuleOut(figures)
            : AreWaitedFor(seen, unended)
                ? Screening.RuleOut($"each of the {FigureText.Whole(unended)} calls that did not end may have a blocked thread that waits "
                    + $"for it: the pool has {FigureText.Whole(seen.Value(ProcessQuantities.PoolThreads))}, and was short of threads")
                : Screening.Suspected(stuck, figures, Fix, "calls that are disposed, in the code");
    }

    // Callers that block until a pool without threads ends their calls look the same: none of the calls ends, and there are more of them
    // with each thread that is added. But each of those holds a thread: 47 calls and 52 threads of 100 blocking callers on two busy
    // processors. A call that was left lying holds none.
    private static bool AreWaitedFor(Evidence seen, double unended) =>
        seen.Find(WatchQuantities.StarvedShare) is { Value: >= MinStuck }
        && seen.Find(ProcessQuantities.PoolThreads) is { } threads && unended <= threads.Value;
}
