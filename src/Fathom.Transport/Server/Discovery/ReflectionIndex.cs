namespace Fathom.Transport.Server.Discovery;

/// <summary>The services of a host and the files that describe them. Built at the first question; immutable.</summary>
internal sealed class ReflectionIndex
{
    private readonly Dictionary<string, DescriptorFile> _byName = new(StringComparer.Ordinal);
    private readonly Dictionary<string, DescriptorFile> _bySymbol = new(StringComparer.Ordinal);

    public ReflectionIndex(IEnumerable<ServiceDefinition> services)
    {
        var all = services.ToList();
        Services = [.. all.Select(s => s.Name).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];
        foreach (var bytes in all.SelectMany(s => s.Descriptors?.Invoke() ?? []).Concat(WellKnownDescriptors.All))
        {
            var file = DescriptorFile.Parse(bytes);
            if (_byName.TryAdd(file.Name, file))
            {
                foreach (var symbol in file.Symbols)
                {
                    _bySymbol.TryAdd(symbol, file);
                }
            }
        }
    }

    /// <summary>The names of the services, sorted.</summary>
    public IReadOnlyList<string> Services { get; }

    /// <summary>A file with all that it imports; empty where it is unknown.</summary>
    public IReadOnlyList<DescriptorFile> FileWithImports(string name) => _byName.TryGetValue(name, out var file) ? WithImports(file) : [];

    /// <summary>The file that declares a symbol, with all that it imports; empty where none does.</summary>
    public IReadOnlyList<DescriptorFile> FileOfSymbol(string symbol) =>
        _bySymbol.TryGetValue(symbol, out var file) ? WithImports(file) : [];

    private List<DescriptorFile> WithImports(DescriptorFile first)
    {
        List<DescriptorFile> found = [first];
        var names = new HashSet<string>(StringComparer.Ordinal) { first.Name };
        for (var i = 0; i < found.Count; i++)
        {
            found.AddRange(found[i].Imports.Where(names.Add).Where(_byName.ContainsKey).Select(name => _byName[name]).ToList());
        }

        return found;
    }
}
