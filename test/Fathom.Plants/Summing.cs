namespace Fathom.Plants;

/// <summary>A fixed amount of computing, shared by as many threads as the runtime sees processors.</summary>
internal static class Summing
{
    private const int Parts = 64;
    private const int Steps = 20_000_000;

    public static void Run()
    {
        var sum = 0UL;
        Parallel.For(0, Parts, new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount },
            part => Interlocked.Add(ref sum, Compute((ulong)part)));
        Console.WriteLine(sum);
    }

    private static ulong Compute(ulong value)
    {
        for (var i = 0; i < Steps; i++)
        {
            value = (value * 6364136223846793005UL) + 1442695040888963407UL;
        }

        return value;
    }
}
