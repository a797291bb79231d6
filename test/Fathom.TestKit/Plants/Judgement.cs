using Shouldly;

namespace Fathom.TestKit.Plants;

/// <summary>Judges what rests on measured times, most of all what <c>fathom doctor</c> says of a plant, on a machine that does other work,
/// too.</summary>
/// <remarks>
/// A verdict rests on measured times. The bar, which the bench <c>doctor</c> holds on a quiet machine, lets one verdict in twenty be wrong:
/// a suite of forty of them that judged each by one examination would fail seven times in eight. So an examination that is wrong is decided
/// by two more, and both must be right.
/// </remarks>
public static class Judgement
{
    private const int Decide = 2;

    /// <summary>Runs an examination with its assertions; twice more where an assertion fails. It fails when one of those does.</summary>
    /// <param name="examination">Starts all that it needs anew each time.</param>
    public static async Task HoldsAsync(Func<Task> examination)
    {
        try
        {
            await examination();
        }
        catch (Exception first) when (IsWrong(first))
        {
            for (var round = 1; round <= Decide; round++)
            {
                await AgainAsync(examination, round, first);
            }
        }
    }

    private static async Task AgainAsync(Func<Task> examination, int round, Exception first)
    {
        try
        {
            await examination();
        }
        catch (Exception again) when (IsWrong(again))
        {
            throw new ShouldAssertException($"The first examination was wrong, and of two that decide number {round}, too. {again.Message}"
                + $"\n\nThe first: {first.Message}");
        }
    }

    // A verdict without any cause has none that could be the first.
    private static bool IsWrong(Exception e) => e is ShouldAssertException or ArgumentOutOfRangeException;
}
