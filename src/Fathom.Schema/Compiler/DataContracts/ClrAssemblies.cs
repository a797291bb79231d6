using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Fathom.Schema.Compiler.DataContracts;

/// <summary>An assembly and those beside it, by their metadata: nothing is loaded. Others are opened when a type is not in the first.
/// Owns their files.</summary>
internal sealed class ClrAssemblies(string path) : IDisposable
{
    private static readonly ClrTypes Types = new();

    private readonly List<PEReader> _open = [];
    private readonly Dictionary<string, (MetadataReader Reader, TypeDefinition Type)> _types = new(StringComparer.Ordinal);
    private Queue<string>? _beside;

    /// <summary>The types of the assembly itself.</summary>
    public IReadOnlyList<ClrDefinition> Own() => Open(path);

    /// <summary>A type by its full name; null where no assembly has it.</summary>
    public ClrDefinition? Find(string name)
    {
        _beside ??= new Queue<string>(Directory.EnumerateFiles(Path.GetDirectoryName(Path.GetFullPath(path))!, "*.dll")
            .Where(file => !string.Equals(Path.GetFullPath(file), Path.GetFullPath(path), StringComparison.Ordinal)));
        while (!_types.ContainsKey(name) && _beside.TryDequeue(out var next))
        {
            try
            {
                Open(next);
            }
            catch (Exception e) when (e is BadImageFormatException or IOException or UnauthorizedAccessException)
            {
                // A native library, or one that is locked: it has no contracts.
            }
        }

        return _types.TryGetValue(name, out var found) ? new ClrDefinition(found.Reader, found.Type, Types) : null;
    }

    public void Dispose() => _open.ForEach(image => image.Dispose());

    private List<ClrDefinition> Open(string file)
    {
        var image = new PEReader(File.OpenRead(file), PEStreamOptions.PrefetchMetadata);
        _open.Add(image);
        if (!image.HasMetadata)
        {
            return [];
        }

        var reader = image.GetMetadataReader();
        var own = reader.TypeDefinitions.Select(reader.GetTypeDefinition).Select(type => new ClrDefinition(reader, type, Types)).ToList();
        own.ForEach(type => _types.TryAdd(type.Name, (reader, type.Definition)));
        return own;
    }
}
