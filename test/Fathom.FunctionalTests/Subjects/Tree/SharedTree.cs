namespace Fathom.FunctionalTests.Subjects.Tree;

/// <summary>A tree as it is by default, started when a test of the class first needs it. It owns the processes, and sees that none is
/// left: those that were started again neither.</summary>
public sealed class SharedTree : IAsyncDisposable
{
    private readonly HashSet<int> _seen = [];
    private RunningTree? _tree;

    public async ValueTask DisposeAsync()
    {
        if (_tree is { } tree)
        {
            See();
            await tree.DisposeAsync();
            if (TreeIds.StillRunning(_seen) is { Count: > 0 } left)
            {
                throw new InvalidOperationException($"The tree has ended, and processes {string.Join(", ", left)} of it have not.");
            }
        }
    }

    internal async Task<RunningTree> RunningAsync()
    {
        _tree ??= await RunningTree.StartAsync();
        See();
        return _tree;
    }

    private void See() => _seen.UnionWith(OperatingSystem.IsLinux() ? [_tree!.Id, .. TreeIds.ChildrenOf(_tree.Id)] : []);
}
