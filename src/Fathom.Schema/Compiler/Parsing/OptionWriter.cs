using Google.Protobuf;
using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.FieldOptions.Types;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>Sets the options that protobuf declares itself (descriptor.proto). Custom ones are left out, and so is what protoc leaves out
/// of descriptors: what only concerns the sources.</summary>
/// <param name="source">The file.</param>
internal sealed class OptionWriter(ProtoSource source)
{
    /// <summary>Sets options of one thing.</summary>
    /// <typeparam name="T">The message of its options.</typeparam>
    /// <param name="into">Receives them.</param>
    /// <param name="options">The options.</param>
    /// <param name="target">What they are of.</param>
    /// <exception cref="ProtoSyntaxException">An option is unknown, set twice, or has a value of another type.</exception>
    public void Apply<T>(T into, IEnumerable<ProtoOption> options, OptionTargetType target)
        where T : class, IMessage<T>
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        using var bytes = new MemoryStream();
        using (var output = new CodedOutputStream(bytes, leaveOpen: true))
        {
            foreach (var option in options.Where(option => !option.IsCustom))
            {
                Write(output, into.Descriptor, option, 0, target, seen);
            }
        }

        into.MergeFrom(bytes.ToArray());
    }

    private void Write(
        CodedOutputStream output, MessageDescriptor message, ProtoOption option, int part, OptionTargetType target, HashSet<string> seen)
    {
        var name = option.Name[part].Name;
        if (message.FindFieldByName(name) is not { } field || name == "uninterpreted_option" || (name == "features" && !source.IsEdition))
        {
            throw new ProtoSyntaxException(option.Place, $"the option '{option.ShownName}' is not known here");
        }

        var rules = field.GetOptions();
        if (rules is { Targets.Count: > 0 } && !rules.Targets.Contains(target))
        {
            throw new ProtoSyntaxException(option.Place, $"the option '{option.ShownName}' cannot be set here");
        }

        var isSourceOnly = rules is { Retention: OptionRetention.RetentionSource };
        if (part + 1 < option.Name.Count)
        {
            if (field.FieldType != FieldType.Message || field.IsRepeated)
            {
                throw new ProtoSyntaxException(option.Place, $"the option '{option.ShownName}' is not known here");
            }

            using var nested = new MemoryStream();
            using (var inner = new CodedOutputStream(nested, leaveOpen: true))
            {
                Write(inner, field.MessageType, option, part + 1, target, seen);
            }

            WriteBytes(output, field, nested.ToArray());
        }
        else if (!field.IsRepeated && !seen.Add(option.ShownName))
        {
            throw new ProtoSyntaxException(option.Place, $"the option '{option.ShownName}' is set twice");
        }
        else if (!isSourceOnly)
        {
            WriteValue(output, field, option);
        }
    }

    private static void WriteBytes(CodedOutputStream output, FieldDescriptor field, byte[] bytes)
    {
        output.WriteTag(field.FieldNumber, WireFormat.WireType.LengthDelimited);
        output.WriteBytes(ByteString.CopyFrom(bytes));
    }

    private static void WriteValue(CodedOutputStream output, FieldDescriptor field, ProtoOption option)
    {
        var word = option.Value.Kind == ProtoTokenKind.Name ? option.Value.Text : "";
        switch (field.FieldType)
        {
            case FieldType.String when option.Text is { } text:
                WriteBytes(output, field, text);
                break;
            case FieldType.Bool when word is "true" or "false":
                WriteNumber(output, field, word == "true" ? 1 : 0);
                break;
            case FieldType.Enum when field.EnumType.FindValueByName(word) is { } value:
                WriteNumber(output, field, value.Number);
                break;
            default:
                throw new ProtoSyntaxException(option.Value.Place,
                    $"{option.Value.Shown} is not a value of the option '{option.ShownName}'{Accepted(field)}");
        }
    }

    private static void WriteNumber(CodedOutputStream output, FieldDescriptor field, int value)
    {
        output.WriteTag(field.FieldNumber, WireFormat.WireType.Varint);
        output.WriteInt32(value);
    }

    private static string Accepted(FieldDescriptor field) => field.FieldType switch
    {
        FieldType.String => "; accepted: a string",
        FieldType.Bool => "; accepted: true, false",
        FieldType.Enum => $"; accepted: {Faults.Shown.List([.. field.EnumType.Values.Select(value => value.Name)])}",
        _ => " that is read here",
    };
}
