using System.Text;
using System.Text.Json;
using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>The fields of a message and its extensions, by number and by name, found without allocation. Each has a slot: a field's index
/// is unique among the fields of its message alone, and an extension's among those of the place that declares it.</summary>
internal sealed class MessageFields
{
    private const int MaxName = 256;

    private readonly Dictionary<int, FieldDescriptor> _byNumber;
    private readonly Dictionary<string, FieldDescriptor> _byName = new(StringComparer.Ordinal);
    private readonly Dictionary<string, FieldDescriptor>.AlternateLookup<ReadOnlySpan<char>> _lookup;
    private readonly Dictionary<FieldDescriptor, int> _slots = [];
    private readonly HashSet<FieldDescriptor> _closed;

    public MessageFields(MessageDescriptor type, IEnumerable<FieldDescriptor> extensions)
    {
        InNumberOrder = [.. type.Fields.InDeclarationOrder().Concat(extensions.DistinctBy(e => e.FieldNumber)).OrderBy(f => f.FieldNumber)];
        Required = [.. InNumberOrder.Where(f => f.IsRequired)];
        _closed = [.. InNumberOrder.Where(ClosedEnums.IsOf)];
        _byNumber = InNumberOrder.ToDictionary(f => f.FieldNumber);
        foreach (var field in InNumberOrder)
        {
            _slots.Add(field, _slots.Count);
            _byName.TryAdd(JsonNameOf(field), field);
        }

        foreach (var field in type.Fields.InFieldNumberOrder())
        {
            _byName.TryAdd(field.Name, field);
        }

        WellKnown = WellKnownMessages.Of(type);
        _lookup = _byName.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    /// <summary>Fields and extensions.</summary>
    public FieldDescriptor[] InNumberOrder { get; }

    public int Count => InNumberOrder.Length;

    public WellKnownKind WellKnown { get; }

    /// <summary>The fields that proto2 requires.</summary>
    public FieldDescriptor[] Required { get; }

    public IEnumerable<string> Names => _byName.Keys;

    /// <summary>The name in JSON; of an extension its full name in brackets.</summary>
    public static string JsonNameOf(FieldDescriptor field) => field.IsExtension ? $"[{field.FullName}]" : field.JsonName;

    /// <summary>Whether a field that has its default value is told from one that is absent. An extension always is.</summary>
    public static bool HasPresence(FieldDescriptor field) => field.IsExtension ? !field.IsRepeated : field.HasPresence;

    /// <summary>From 0 to <see cref="Count"/> - 1.</summary>
    public int SlotOf(FieldDescriptor field) => _slots[field];

    /// <summary>Whether a value of the wire is one of the field: a closed enum has no others.</summary>
    public bool Admits(FieldDescriptor field, WireField value) => !_closed.Contains(field) || ClosedEnums.Has(field, value);

    public FieldDescriptor? Find(int number) => _byNumber.GetValueOrDefault(number);

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
