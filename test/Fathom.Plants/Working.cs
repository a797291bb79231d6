namespace Fathom.Plants;

/// <summary>Computes, without a fault: no allocation, no lock, no wait.</summary>
internal static class Working
{
    private const long Steps = 400_000_000;

    public static void Run(int threads)
    {
        Thread[] all =
        [
            .. Enumerable.Range(0, threads).Select(seed => new Thread(() => Console.WriteLine(Compute(seed, Steps)))),
        ];
        Array.ForEach(all, t => t.Start());
        Array.ForEach(all, t => t.Join());
    }

    /// <summary>Takes so many steps; about a nanosecond each.</summary>
    public static ulong Compute(int seed, long steps)
    {
        var value = (ulong)seed + 1;
        for (var i = 0L; i < steps; i++)
        {
            value = (value * 6364136223846793005UL) + 1442695040888963407UL;
        }

        return value;
    }
}
