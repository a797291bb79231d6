namespace Fathom.Doctor.Services.Watching;

/// <summary>In what share of looks something was so, while calls were served and in pauses.</summary>
/// <typeparam name="T">What is read of a look.</typeparam>
/// <param name="rows">The looks.</param>
/// <param name="read">Reads those of a row.</param>
internal sealed class LookShares<T>(IEnumerable<LookRow> rows, Func<LookRow, IEnumerable<T>> read)
{
    private readonly ILookup<bool, T> _seen =
        rows.SelectMany(r => read(r).Select(s => (r.IsCalling, Seen: s))).ToLookup(s => s.IsCalling, s => s.Seen);

    /// <summary>What was read while calls were served.</summary>
    public IEnumerable<T> Served => _seen[true];

    /// <summary>That while calls were served, 0 to 1.</summary>
    public double WhileServed(Func<T, bool> isSo) => In(isCalling: true, isSo);

    /// <summary>How much of it is beyond that of pauses, 0 to 1.</summary>
    public double BeyondPauses(Func<T, bool> isSo) => Math.Max(0, WhileServed(isSo) - In(isCalling: false, isSo));

    private double In(bool isCalling, Func<T, bool> isSo) => _seen[isCalling].Select(s => isSo(s) ? 1.0 : 0).DefaultIfEmpty(0).Average();
}
