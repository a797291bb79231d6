using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>The fields of one message, by descriptor: JSON is written in their order, and the wire may bring them in any.</summary>
internal sealed class CollectedFields
{
    private readonly List<WireField>?[] _values;
    private readonly MessageFields _fields;
    private readonly ISet<int> _unknown;

    public CollectedFields(MessageFields fields, ReadOnlyMemory<byte> bytes, ISet<int> unknown)
    {
        (_fields, _unknown) = (fields, unknown);
        _values = new List<WireField>?[fields.Count];
        var input = new WireInput(bytes);
        while (input.TryRead(out var value))
        {
            if (fields.Find(value.Number) is { } field && Accepts(field, value.Kind))
            {
                Add(field, value);
            }
            else
            {
                unknown.Add(value.Number);
            }
        }
    }

    /// <summary>Whether a closed enum had a number that it does not know.</summary>
    public bool HasUnknownEnum { get; private set; }

    public bool Has(FieldDescriptor field) => Of(field) is { Count: > 0 };

    public IReadOnlyList<WireField> All(FieldDescriptor field) => Of(field) ?? [];

    /// <summary>The value that counts; zero and empty where there is none.</summary>
    public WireField Last(FieldDescriptor field) => Of(field) is { Count: > 0 } values ? values[^1] : default;

    /// <summary>The bytes of all values of a field.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> AllBytes(int number) => All(_fields.Find(number)!).Select(v => v.Bytes);

    /// <summary>The bytes of all values one after the other, which is the merged message.</summary>
    public ReadOnlyMemory<byte> Merged(FieldDescriptor field) => All(field) switch
    {
        [] => default,
        [var only] => only.Bytes,
        var several => several.SelectMany(v => v.Bytes.ToArray()).ToArray(),
    };

    private List<WireField>? Of(FieldDescriptor field) => _values[_fields.SlotOf(field)];

    private static bool Accepts(FieldDescriptor field, WireKind kind) =>
        kind == FieldKinds.Of(field) || (field.IsRepeated && kind == WireKind.Delimited && FieldKinds.IsPackable(field));

    private void Add(FieldDescriptor field, WireField value)
    {
        if (value.Kind == WireKind.Delimited && field.IsRepeated && FieldKinds.IsPackable(field))
        {
            Unpack(field, value.Bytes);
            return;
        }

        if (!_fields.Admits(field, value))
        {
            HasUnknownEnum = true;
            _unknown.Add(value.Number);
            return;
        }

        (_values[_fields.SlotOf(field)] ??= new List<WireField>(1)).Add(value);
        foreach (var other in field.ContainingOneof?.Fields ?? [])
        {
            if (other != field)
            {
                Of(other)?.Clear();
            }
        }
    }

    private void Unpack(FieldDescriptor field, ReadOnlyMemory<byte> bytes)
    {
        var (input, kind) = (new WireInput(bytes), FieldKinds.Of(field));
        while (!input.AtEnd)
        {
            Add(field, new WireField(field.FieldNumber, kind, kind switch
            {
                WireKind.Fixed32 => input.Fixed32(),
                WireKind.Fixed64 => input.Fixed64(),
                _ => input.Varint(),
            }, default));
        }
    }
}
