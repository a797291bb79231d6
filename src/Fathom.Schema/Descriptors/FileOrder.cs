using Fathom.Schema.Faults;

namespace Fathom.Schema.Descriptors;

/// <summary>Sorts files so that each follows those it imports.</summary>
internal static class FileOrder
{
    /// <summary>The files and all they import, each once. Without recursion: a chain of imports may be as long
    /// as there are files.</summary>
    public static List<string> Of(IEnumerable<string> roots, Func<string, IEnumerable<string>> imports, string source)
    {
        var ordered = new List<string>();
        var done = new HashSet<string>(StringComparer.Ordinal);
        var open = new HashSet<string>(StringComparer.Ordinal);
        var stack = new Stack<(string Name, Queue<string> Left)>();
        foreach (var root in roots)
        {
            Enter(root);
            while (stack.TryPeek(out var top))
            {
                if (top.Left.TryDequeue(out var next))
                {
                    Enter(next);
                    continue;
                }

                stack.Pop();
                open.Remove(top.Name);
                done.Add(top.Name);
                ordered.Add(top.Name);
            }
        }

        return ordered;

        void Enter(string name)
        {
            if (done.Contains(name))
            {
                return;
            }

            if (!open.Add(name))
            {
                throw SchemaException.Input($"{source}: '{Shown.Short(name)}' imports itself in a circle; imports must form no circle");
            }

            stack.Push((name, new Queue<string>(imports(name))));
        }
    }
}
