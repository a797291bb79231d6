using System.Runtime.CompilerServices;

namespace Fathom.Plants;

/// <summary>Allocates much at the bottom of a deep recursion, as a reader of nested documents does: nothing survives, and every collection
/// walks the whole stack.</summary>
internal static class Collecting
{
    private const int Depth = 40_000;
    private const int Objects = 20_000_000;
    private const int StackBytes = 64 << 20;

    public static void Run()
    {
        var reader = new Thread(() => Console.WriteLine(Descend(Depth, new Node(null))), StackBytes);
        reader.Start();
        reader.Join();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Descend(int depth, Node parent)
    {
        var node = new Node(parent);
        var read = depth == 0 ? Read() : Descend(depth - 1, node);
        return read + (node.Parent is null ? 0 : 1);
    }

    private static long Read()
    {
        var length = 0L;
        for (var i = 0; i < Objects; i++)
        {
            length += new byte[i & 63].Length;
        }

        return length;
    }

    private sealed class Node(Node? parent)
    {
        public Node? Parent { get; } = parent;
    }
}
