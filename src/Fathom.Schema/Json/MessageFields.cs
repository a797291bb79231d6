using System.Text;
using System.Text.Json;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>The fields of a message by both of their names, found without allocation.</summary>
internal sealed class MessageFields
{
    private const int MaxName = 256;

    private readonly Dictionary<string, FieldDescriptor> _byName = new(StringComparer.Ordinal);
    private readonly Dictionary<string, FieldDescriptor>.AlternateLookup<ReadOnlySpan<char>> _lookup;

    public MessageFields(MessageDescriptor type)
    {
        Count = type.Fields.InDeclarationOrder().Count;
        Required = [.. type.Fields.InDeclarationOrder().Where(f => f.IsRequired)];
        foreach (var field in type.Fields.InFieldNumberOrder())
        {
            _byName.TryAdd(field.JsonName, field);
        }

        foreach (var field in type.Fields.InFieldNumberOrder())
        {
            _byName.TryAdd(field.Name, field);
        }

        WellKnown = WellKnownMessages.Of(type);
        _lookup = _byName.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    public int Count { get; }

    public WellKnownKind WellKnown { get; }

    /// <summary>The fields that proto2 requires.</summary>
    public FieldDescriptor[] Required { get; }

    public IEnumerable<string> Names => _byName.Keys;

    public FieldDescriptor? Find(string name) => _byName.GetValueOrDefault(name);

    /// <summary>The field that the reader's property names; null for none.</summary>
    public FieldDescriptor? Find(ref Utf8JsonReader reader)
    {
        if (reader.ValueSpan.Length > MaxName)
        {
            return null;
        }

        Span<char> name = stackalloc char[MaxName];
        var length = reader.ValueIsEscaped ? reader.CopyString(name) : Encoding.UTF8.GetChars(reader.ValueSpan, name);
        return _lookup.TryGetValue(name[..length], out var field) ? field : null;
    }
}
