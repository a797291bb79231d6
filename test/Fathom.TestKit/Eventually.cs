using Shouldly;

namespace Fathom.TestKit;

/// <summary>Polls for what must become true, with a deadline.</summary>
public static class Eventually
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

    /// <summary>Returns when the condition holds, and fails the test when it still does not after half a minute.</summary>
    public static async Task HoldsAsync(Func<bool> condition, string what, TimeSpan? within = null)
    {
        var began = TimeProvider.System.GetTimestamp();
        while (!condition())
        {
            if (TimeProvider.System.GetElapsedTime(began) > (within ?? Deadline))
            {
                throw new ShouldAssertException($"Within {(within ?? Deadline).TotalSeconds:0} s it did not come true that {what}.");
            }

            await Task.Delay(Interval);
        }
    }
}
