using System.Diagnostics;

namespace Fathom.TestKit;

/// <summary>Polls with a deadline, for what another thread or process brings about.</summary>
public static class Eventually
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(10);

    /// <summary>Waits until <paramref name="condition"/> holds; fails with <paramref name="what"/> when it does not in 120 s.</summary>
    public static Task HoldsAsync(Func<bool> condition, string what) => HoldsAsync(() => Task.FromResult(condition()), what);

    /// <summary>Waits until <paramref name="condition"/> holds; fails with <paramref name="what"/> when it does not in 120 s.</summary>
    public static async Task HoldsAsync(Func<Task<bool>> condition, string what)
    {
        var began = Stopwatch.StartNew();
        while (!await condition())
        {
            if (began.Elapsed > Patience)
            {
                throw new TimeoutException($"Still not so after {Patience.TotalSeconds} s: {what}");
            }

            await Task.Delay(Interval);
        }
    }

    /// <summary>Waits until <paramref name="value"/> has been the same for <paramref name="quiet"/>, and returns it.</summary>
    public static async Task<long> SettlesAsync(Func<long> value, TimeSpan quiet)
    {
        var last = value();
        var since = Stopwatch.StartNew();
        await HoldsAsync(
            () =>
            {
                var now = value();
                if (now != last)
                {
                    last = now;
                    since.Restart();
                }

                return since.Elapsed >= quiet;
            },
            $"a value that keeps changing, last {last}");
        return last;
    }
}
