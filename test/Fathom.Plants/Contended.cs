using System.Diagnostics;

namespace Fathom.Plants;

/// <summary>Four threads whose work stands under one lock.</summary>
internal static class Contended
{
    private static readonly object Order = new();

    public static void Run()
    {
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(_ => new Thread(Work))];
        Array.ForEach(threads, t => t.Start());
        Array.ForEach(threads, t => t.Join());
    }

    private static void Work()
    {
        for (var i = 0; i < 100; i++)
        {
            UpdateAccount();
        }
    }

    private static void UpdateAccount()
    {
        // The plant: a lock that every thread takes, with slow work in it.
        lock (Order)
        {
            var began = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(began) < TimeSpan.FromMilliseconds(4))
            {
                Thread.Yield();
            }
        }
    }
}
