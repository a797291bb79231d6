using Fathom.SubjectProtocol.Runners;
using Fathom.Tree.Nodes;

namespace Fathom.Subjects.Tree;

/// <summary>The five processes and the private folder of their traces. It owns both: ends the processes, deletes the folder.</summary>
internal sealed class ProcessTree : IAsyncDisposable
{
    private readonly SubjectCatalog _catalog;
    private readonly TreeArguments _arguments;
    private readonly Dictionary<string, TreeProcess> _processes = [];
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-tree-");

    private ProcessTree(SubjectCatalog catalog, TreeArguments arguments) => (_catalog, _arguments) = (catalog, arguments);

    /// <summary>The processes, the APIs first.</summary>
    public IEnumerable<TreeProcess> Processes => TreeNodes.All.Select(n => _processes[n]);

    /// <summary>The folder of the traces.</summary>
    public string Folder => _folder.FullName;

    /// <summary>Starts the five, those that are called first.</summary>
    /// <exception cref="SubjectException">One did not start; the message names it. The others have ended.</exception>
    public static async Task<ProcessTree> StartAsync(SubjectCatalog catalog, TreeArguments arguments)
    {
        var tree = new ProcessTree(catalog, arguments);
        try
        {
            foreach (var level in new[] { [TreeNodes.Service3], [TreeNodes.Service1, TreeNodes.Service2], new[] { TreeNodes.RestApi,
                TreeNodes.RestAdminApi } })
            {
                var ports = tree._processes.ToDictionary(p => p.Key, p => p.Value.Address.Port);
                foreach (var started in await Task.WhenAll(level.Select(name => tree.StartAsync(name, ports))))
                {
                    tree._processes[started.Name] = started;
                }
            }

            return tree;
        }
        catch
        {
            await tree.DisposeAsync();
            throw;
        }
    }

    /// <summary>Deletes what an earlier run left: a process that dies leaves no spans of its own.</summary>
    public void ForgetTraces()
    {
        foreach (var file in _folder.EnumerateFiles())
        {
            file.Delete();
        }
    }

    /// <summary>The file for the spans of a process.</summary>
    public string SpansOf(string process) => Path.Combine(Folder, $"{process}.spans");

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_processes.Values.Select(p => p.DisposeAsync().AsTask()));
        _folder.Delete(recursive: true);
    }

    private Task<TreeProcess> StartAsync(string name, IReadOnlyDictionary<string, int> ports)
    {
        var index = ((List<string>)[.. TreeNodes.All]).IndexOf(name);
        var first = _arguments.Port == 0 ? 0 : _arguments.Port + index;
        return TreeProcess.StartAsync(name, port =>
        {
            var info = _catalog.StartInfo(name, _arguments.ArgumentsOf(name, port == 0 ? first : port, ports, SpansOf(name)));
            if (_arguments.Processors is { } processors)
            {
                info.Environment["DOTNET_PROCESSOR_COUNT"] = $"{processors:X}";
            }

            return SubjectProcess.Start(name, info, standardError: line => Console.Error.WriteLine($"{name}: {line}"));
        });
    }
}
