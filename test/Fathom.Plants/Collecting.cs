namespace Fathom.Plants;

/// <summary>Allocates much while it holds a large graph of objects that changes: every collection has a lot to walk.</summary>
internal static class Collecting
{
    private const int Live = 1_500_000;
    private const int Changes = 3_000_000;

    public static void Run()
    {
        var nodes = new Node[Live];
        for (var i = 0; i < Live; i++)
        {
            nodes[i] = new Node(nodes[i / 2], new byte[32]);
        }

        var random = new Random(1);
        for (var i = 0; i < Changes; i++)
        {
            var at = random.Next(Live);
            // Old objects that refer to new ones.
            nodes[at] = new Node(nodes[random.Next(Live)]?.Leaf(), new byte[64]);
        }

        Console.WriteLine(nodes[0].Data.Length);
    }

    private sealed record Node(Node? Next, byte[] Data)
    {
        public Node Leaf() => new(null, Data);
    }
}
