namespace Fathom.Contracts.Serialization;

/// <summary>Reads fields that the contract does not declare, or declares with another wire type.</summary>
public static class UnknownFieldReaderExtensions
{
    /// <summary>Reads the field whose tag was just read, and appends it to <paramref name="fields"/>.</summary>
    /// <exception cref="MalformedMessageException">The field is truncated, has an invalid wire type, or is a group without an end
    /// tag.</exception>
    public static void ReadUnknown(this ref ContractReader reader, uint tag, ref UnknownFields? fields)
    {
        fields ??= new UnknownFields();
        Keep(ref reader, tag, fields);
    }

    private static void Keep(ref ContractReader reader, uint tag, UnknownFields fields)
    {
        fields.AppendVarint(tag);
        switch ((WireType)(tag & 7))
        {
            case WireType.Varint:
                fields.AppendVarint(reader.ReadVarint64());
                break;
            case WireType.Fixed64:
                fields.AppendFixed64(reader.ReadFixed64());
                break;
            case WireType.LengthDelimited:
                var length = reader.ReadLength();
                fields.AppendVarint((uint)length);
                reader.ReadInto(fields.Extend(length));
                break;
            case WireType.StartGroup:
                KeepGroup(ref reader, tag, fields);
                break;
            case WireType.Fixed32:
                fields.AppendFixed32(reader.ReadFixed32());
                break;
            case WireType.EndGroup:
                throw reader.Malformed($"a group of field {tag >> 3} ends that did not begin.");
            default:
                throw reader.Malformed($"field {tag >> 3} has wire type {tag & 7}; 0 to 5 are accepted.");
        }
    }

    private static void KeepGroup(ref ContractReader reader, uint start, UnknownFields fields)
    {
        reader.Descend();
        var end = start - (uint)WireType.StartGroup + (uint)WireType.EndGroup;
        for (var tag = reader.ReadTag(); tag != end; tag = reader.ReadTag())
        {
            if (tag == 0)
            {
                throw reader.Malformed($"the message ends inside a group of field {start >> 3}.");
            }

            Keep(ref reader, tag, fields);
        }

        fields.AppendVarint(end);
        reader.Ascend();
    }
}
