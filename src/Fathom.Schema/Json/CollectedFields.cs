using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>The fields of one message, by descriptor: JSON is written in their order, and the wire may bring them in any.</summary>
internal sealed class CollectedFields
{
    private readonly List<WireField>?[] _values;
    private readonly MessageFields _fields;

    public CollectedFields(MessageFields fields, ReadOnlyMemory<byte> bytes, ISet<int> unknown)
    {
        _fields = fields;
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
        var values = _values[_fields.SlotOf(field)] ??= new List<WireField>(1);
        if (value.Kind == WireKind.Delimited && field.IsRepeated && FieldKinds.IsPackable(field))
        {
            Unpack(field, value.Bytes, values);
            return;
        }

        values.Add(value);
        foreach (var other in field.ContainingOneof?.Fields ?? [])
        {
            if (other != field)
            {
                Of(other)?.Clear();
            }
        }
    }

    private static void Unpack(FieldDescriptor field, ReadOnlyMemory<byte> bytes, List<WireField> values)
    {
        var (input, kind) = (new WireInput(bytes), FieldKinds.Of(field));
        while (!input.AtEnd)
        {
            values.Add(new WireField(field.FieldNumber, kind, kind switch
            {
                WireKind.Fixed32 => input.Fixed32(),
                WireKind.Fixed64 => input.Fixed64(),
                _ => input.Varint(),
            }, default));
        }
    }
}
