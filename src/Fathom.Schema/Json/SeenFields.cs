using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>Which fields and oneofs of the open messages have a value: a stack in one array, which is kept from message to
/// message.</summary>
internal sealed class SeenFields
{
    private bool[] _fields = new bool[64];
    private FieldDescriptor?[] _oneofs = new FieldDescriptor?[16];
    private int _fieldCount;
    private int _oneofCount;

    public void Clear() => (_fieldCount, _oneofCount) = (0, 0);

    /// <summary>Opens a message. The result is for the other members.</summary>
    public (int Fields, int Oneofs) Open(MessageDescriptor type, int fields)
    {
        var frame = (_fieldCount, _oneofCount);
        _fieldCount += fields;
        _oneofCount += type.Oneofs.Count;
        Grow(ref _fields, _fieldCount);
        Grow(ref _oneofs, _oneofCount);
        Array.Clear(_fields, frame._fieldCount, fields);
        Array.Clear(_oneofs, frame._oneofCount, type.Oneofs.Count);
        return frame;
    }

    public void Close((int Fields, int Oneofs) frame) => (_fieldCount, _oneofCount) = frame;

    public bool Has((int Fields, int Oneofs) frame, int slot) => _fields[frame.Fields + slot];

    /// <summary>Notes that a field has a value. False when it had one already.</summary>
    public bool Add((int Fields, int Oneofs) frame, int slot)
    {
        ref var seen = ref _fields[frame.Fields + slot];
        var isNew = !seen;
        seen = true;
        return isNew;
    }

    /// <summary>Notes the case of a oneof; the case that it had already, or null.</summary>
    public FieldDescriptor? AddCase((int Fields, int Oneofs) frame, OneofDescriptor oneof, FieldDescriptor field)
    {
        ref var set = ref _oneofs[frame.Oneofs + oneof.Index];
        var before = set;
        set = field;
        return before;
    }

    private static void Grow<T>(ref T[] array, int count)
    {
        if (array.Length < count)
        {
            Array.Resize(ref array, Math.Max(count, 2 * array.Length));
        }
    }
}
