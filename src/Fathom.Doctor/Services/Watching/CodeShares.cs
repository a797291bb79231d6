using Fathom.Doctor.Probes.Runtime.Code;

namespace Fathom.Doctor.Services.Watching;

/// <summary>Sums up where the code of a server was while calls were served, beyond what it was in pauses.</summary>
/// <param name="calls">Calls that were made at once.</param>
/// <param name="rows">Calls, and pauses.</param>
internal sealed class CodeShares(int calls, IReadOnlyList<CodeRow> rows)
{
    // Less is not worth to be said.
    private const double Least = 0.15;

    // Who awaits a method for as much of its own time hardly awaits anything else.
    private const double Most = 0.5;

    private readonly List<CodeRow> _calls = [.. rows.Where(r => r.CallMs.Count > 0)];
    private readonly List<CodeRow> _pauses = [.. rows.Where(r => r.CallMs.Count == 0)];

    /// <summary>Sums it up.</summary>
    /// <param name="operations">What was awaited.</param>
    /// <param name="samples">Where threads were.</param>
    public ServerCode Of(
        IReadOnlyList<AsyncOperation> operations, IReadOnlyList<(DateTime At, IReadOnlyList<CodeSample> Threads)> samples) =>
        new(calls, Awaited(operations), Threads(samples));

    private List<CodeShare> Awaited(IReadOnlyList<AsyncOperation> operations)
    {
        var own = operations.Where(o => o.Place.Calls is null).ToLookup(o => o.Place.Own);
        var methods = own.Select(g => new CodeShare(g.Key, Share([.. g]), [])).Where(s => s.Share >= Least)
            .OrderByDescending(s => s.Share).ToList();
        var callers = operations.Where(o => o.Place.Caller is not null)
            .Select(o => (o.Place.Own, Caller: o.Place.Caller!)).ToHashSet();
        // What only gives back a task of another is awaited by who calls it.
        var parts = operations.Where(o => o.Place is { Calls: not null, IsWhole: true })
            .GroupBy(o => (Own: own.Contains(o.Place.Own) ? o.Place.Own : o.Place.Caller, Calls: o.Place.Calls!))
            .Select(g => (g.Key.Own, g.Key.Calls, Share: Share([.. g]))).Where(p => p.Share >= Least).ToList();

        // Who awaits another one of them for most of its time is only on the way there.
        var last = methods.FindAll(m => !methods.Exists(n =>
            n != m && n.Share >= Most * m.Share && callers.Contains((n.Method, m.Method))));
        return
        [
            .. (last.Count == 0 ? methods : last).Select(m => m with
            {
                Parts =
                [
                    .. parts.Where(p => p.Own == m.Method).Select(p => (p.Calls, Math.Min(p.Share, m.Share)))
                        .Concat(methods.Where(n => n != m && callers.Contains((n.Method, m.Method))).Select(n => (n.Method, n.Share)))
                        .OrderByDescending(p => p.Item2),
                ],
            }),
        ];
    }

    private List<CodeShare> Threads(IReadOnlyList<(DateTime At, IReadOnlyList<CodeSample> Threads)> samples)
    {
        var (served, idle) = (In(_calls), In(_pauses));
        var all = served.SelectMany(s => s).ToList();
        return
        [
            .. all.Select(s => s.Place.Own).Distinct().Select(own => new CodeShare(own, Mean(s => s.Place.Own == own), [.. PartsOf(own)])
            {
                Computes = all.Where(s => s.Place.Own == own).Average(s => s.Computes ? 1.0 : 0) >= Most,
            }).Where(s => s.Share >= Least).OrderByDescending(s => s.Share),
        ];

        List<IReadOnlyList<CodeSample>> In(List<CodeRow> within) =>
            [.. samples.Where(s => within.Exists(r => s.At >= r.Began && s.At < r.Ended)).Select(s => s.Threads)];

        double Mean(Func<CodeSample, bool> isThere) => MeanOf(served, isThere) - MeanOf(idle, isThere);

        IEnumerable<(string, double)> PartsOf(string own) => all.Where(s => s.Place.Own == own).Select(s => s.Place.Calls)
            .OfType<string>().Distinct().Select(c => (c, Mean(s => s.Place.Own == own && s.Place.Calls == c))).Where(p => p.Item2 >= Least)
            .OrderByDescending(p => p.Item2);
    }

    private static double MeanOf(List<IReadOnlyList<CodeSample>> samples, Func<CodeSample, bool> isThere) =>
        samples.Count == 0 ? 0 : samples.Average(s => (double)s.Count(isThere));

    // Of one call the time in which any was awaited; of several how many were, each a part of one.
    private double Share(IReadOnlyList<AsyncOperation> operations)
    {
        var (served, idle) = (Rate(operations, _calls), Rate(operations, _pauses));
        return calls == 1 ? served - idle
            : Math.Min(1, (served - idle) * _calls.Sum(LengthMs) / _calls.Sum(r => r.CallMs.Sum()));
    }

    private double Rate(IReadOnlyList<AsyncOperation> operations, List<CodeRow> within) => within.Count == 0 ? 0
        : within.Sum(r => calls == 1 ? Covered(operations, r) : operations.Sum(o => Overlap(o.Began, o.Ended, r)))
            / within.Sum(LengthMs);

    private static double Covered(IReadOnlyList<AsyncOperation> operations, CodeRow row)
    {
        var (sum, until) = (0.0, row.Began);
        foreach (var operation in operations.Where(o => o.Began < row.Ended && o.Ended > row.Began).OrderBy(o => o.Began))
        {
            var from = operation.Began > until ? operation.Began : until;
            sum += Overlap(from, operation.Ended, row);
            until = operation.Ended > until ? operation.Ended : until;
        }

        return sum;
    }

    private static double Overlap(DateTime began, DateTime ended, CodeRow row)
    {
        var (from, to) = (began > row.Began ? began : row.Began, ended < row.Ended ? ended : row.Ended);
        return Math.Max(0, (to - from).TotalMilliseconds);
    }

    private static double LengthMs(CodeRow row) => (row.Ended - row.Began).TotalMilliseconds;
}
