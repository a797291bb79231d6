using Fathom.SubjectProtocol.Runners;
using Shouldly;

namespace Fathom.TestKit.Plants;

/// <summary>Judges what rests on measured times, most of all what <c>fathom doctor</c> says of a plant, on a machine that does other work,
/// too.</summary>
/// <remarks>
/// The bar, which the bench <c>doctor</c> holds on a quiet machine, lets one verdict in twenty be wrong. An examination that is wrong, or
/// that does not come to its end in time, is decided by three more, of which two must be right: at the bar a test then fails once in 2,700
/// runs, and one that is always wrong fails always.
/// </remarks>
public static class Judgement
{
    private const int Decide = 2;

    /// <summary>Runs an examination with its assertions. Where one fails it runs again until two were right, or two more wrong, which
    /// fails.</summary>
    /// <param name="examination">Starts all that it needs anew each time.</param>
    public static async Task HoldsAsync(Func<Task> examination)
    {
        if (await WhyWrongAsync(examination) is not { } first)
        {
            return;
        }

        for (var (right, wrong) = (0, 0); right < Decide;)
        {
            if (await WhyWrongAsync(examination) is not { } again)
            {
                right++;
            }
            else if (++wrong == Decide)
            {
                throw new ShouldAssertException($"The first examination was wrong, and of those that decide {wrong} were, too. "
                    + $"{again.Message}\n\nThe first: {first.Message}");
            }
        }
    }

    private static async Task<Exception?> WhyWrongAsync(Func<Task> examination)
    {
        try
        {
            await examination();
            return null;
        }
        catch (Exception e) when (e is ShouldAssertException or TimeoutException or SubjectException
            // A verdict without any cause has none that could be the first.
            or ArgumentOutOfRangeException)
        {
            return e;
        }
    }
}
