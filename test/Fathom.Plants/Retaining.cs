namespace Fathom.Plants;

/// <summary>Four threads that each keep what they made last, as caches do: what survives is copied by every collection.</summary>
internal static class Retaining
{
    private const int Kept = 600_000;
    private const int Objects = 8_000_000;

    public static void Run()
    {
        Thread[] all = [.. Enumerable.Range(0, 4).Select(_ => new Thread(Fill))];
        Array.ForEach(all, t => t.Start());
        Array.ForEach(all, t => t.Join());
    }

    private static void Fill()
    {
        var kept = new Entry?[Kept];
        for (var i = 0; i < Objects; i++)
        {
            kept[i % Kept] = new Entry(kept[i % Kept] is { Depth: < 4 } before ? before : null);
        }

        Console.WriteLine(kept.Count(e => e is not null));
    }

    private sealed class Entry(Entry? before)
    {
        public int Depth { get; } = before is null ? 0 : before.Depth + 1;

        public Entry? Before { get; } = before;
    }
}
