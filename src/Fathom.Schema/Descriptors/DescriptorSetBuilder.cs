using Fathom.Schema.Faults;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Descriptors;

/// <summary>Collects files until their imports are complete, and builds their descriptors. The well-known files of protobuf need not be
/// added.</summary>
/// <param name="source">Where the files come from, for messages.</param>
public sealed class DescriptorSetBuilder(string source)
{
    /// <summary>Maximum number of files of a set: more than the largest public API definitions have.</summary>
    public const int MaxFiles = 10_000;

    private readonly Dictionary<string, (FileDescriptorProto Proto, ByteString Bytes)> _files = new(StringComparer.Ordinal);

    /// <summary>What the source has and is not among the files, and why.</summary>
    internal IReadOnlyList<string> Faults { get; init; } = [];

    /// <summary>The full names of what was left out of the files.</summary>
    internal IReadOnlySet<string> Lost { get; init; } = new HashSet<string>();

    /// <summary>Adds a serialized <c>google.protobuf.FileDescriptorProto</c>. A file that is there already is added once.</summary>
    /// <exception cref="SchemaException">The bytes are no such message, or another file has the same name.</exception>
    public void Add(ByteString file)
    {
        try
        {
            Add(FileDescriptorProto.Parser.ParseFrom(file), file);
        }
        catch (InvalidProtocolBufferException e)
        {
            throw Damaged(e);
        }
    }

    /// <summary>Adds the files of a serialized <c>google.protobuf.FileDescriptorSet</c>, as <c>protoc --descriptor_set_out</c> writes
    /// it.</summary>
    /// <exception cref="SchemaException">The bytes are no such message.</exception>
    public void AddSet(ReadOnlySpan<byte> set)
    {
        try
        {
            var files = FileDescriptorSet.Parser.ParseFrom(set).File;
            if (files.Count == 0)
            {
                throw SchemaException.Input(
                    $"{source} holds no files; one is made by 'protoc --include_imports --descriptor_set_out=FILE'");
            }

            foreach (var file in files)
            {
                Add(file, file.ToByteString());
            }
        }
        catch (InvalidProtocolBufferException e)
        {
            throw Damaged(e);
        }
    }

    /// <summary>Builds the descriptors.</summary>
    /// <exception cref="SchemaException">An import is missing, files import each other in a circle, or a file contradicts
    /// itself.</exception>
    public DescriptorSet Build()
    {
        var ordered = FileOrder.Of(_files.Keys, name => _files.TryGetValue(name, out var own) ? own.Proto.Dependency
            : WellKnownFiles.Find(name)?.Dependencies.Select(d => d.Name) ?? throw MissingImport(name), source);

        // The library builds a group without its type.
        if (_files.Values.SelectMany(f => TypeReferences.FieldsIn(f.Proto)).FirstOrDefault(IsWithoutType) is { } field)
        {
            throw SchemaException.Input($"{source} cannot be used: the field '{Shown.Short(field.Name)}' is a message without its type; "
                + "write it again with protoc");
        }

        try
        {
            var files = FileDescriptor.BuildFromByteStrings(ordered.Select(
                name => _files.TryGetValue(name, out var own) ? own.Bytes : WellKnownFiles.Find(name)!.SerializedData));
            return new DescriptorSet(files, source, Faults, Lost);
        }
        catch (Exception e) when (e is not (OutOfMemoryException or SchemaException))
        {
            // The library reports what contradicts itself by exceptions of many types.
            throw SchemaException.Input($"{source} cannot be used: {Shown.Sentence(e.Message)}; write it again with protoc", e);
        }
    }

    private void Add(FileDescriptorProto file, ByteString bytes)
    {
        if (_files.TryGetValue(file.Name, out var known))
        {
            if (!known.Proto.Equals(file))
            {
                throw SchemaException.Input($"{source} has two different files '{Shown.Short(file.Name)}'; file names must be unique");
            }

            return;
        }

        if (_files.Count == MaxFiles)
        {
            throw SchemaException.Input($"{source} has more than {MaxFiles:N0} files, the limit of a set");
        }

        _files.Add(file.Name, (file, bytes));
    }

    private static bool IsWithoutType(FieldDescriptorProto field) =>
        field is { Type: FieldDescriptorProto.Types.Type.Group or FieldDescriptorProto.Types.Type.Message, TypeName: "" };

    private SchemaException MissingImport(string name)
    {
        var by = _files.Values.First(f => f.Proto.Dependency.Contains(name)).Proto.Name;
        return SchemaException.Input($"{source} lacks '{Shown.Short(name)}', which '{Shown.Short(by)}' imports; a protoset has its imports "
            + "with 'protoc --include_imports'");
    }

    private SchemaException Damaged(InvalidProtocolBufferException e) => SchemaException.Input(
        $"{source} is not a protobuf descriptor set: {Shown.Sentence(e.Message)}; one is made by "
        + "'protoc --include_imports --descriptor_set_out=FILE'", e);
}
