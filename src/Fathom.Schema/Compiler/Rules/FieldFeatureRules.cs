using Google.Protobuf.Reflection;
using static Fathom.Schema.Compiler.Rules.ProtoFieldRules;
using static Google.Protobuf.Reflection.FieldDescriptorProto.Types;

namespace Fathom.Schema.Compiler.Rules;

/// <summary>The rules of features that a field sets itself, in place of its file's.</summary>
internal static class FieldFeatureRules
{
    /// <summary>The rules that it breaks.</summary>
    public static IEnumerable<string> Broken(FieldDescriptorProto field)
    {
        if (field.Options?.Features is not { } features)
        {
            yield break;
        }

        var isRepeated = field.Label == Label.Repeated;
        if (features.HasFieldPresence && (field.HasOneofIndex || isRepeated || (field.HasExtendee && !IsRequired(features))
            || (IsMessage(field) && IsImplicit(features) == true)))
        {
            yield return "the presence of a field in a oneof, of a repeated field and of an extension cannot be set, and a message has one";
        }

        if (features.HasRepeatedFieldEncoding && (!isRepeated
            || (features.RepeatedFieldEncoding == FeatureSet.Types.RepeatedFieldEncoding.Packed && !IsPackable(field))))
        {
            yield return "only repeated fields have an encoding of their own, and only numbers, bools and enums are packed";
        }

        // A map may have text.
        if (features.HasUtf8Validation && field.Type != FieldDescriptorProto.Types.Type.String && !(IsMessage(field) && isRepeated))
        {
            yield return "only strings are checked for UTF-8";
        }

        if (features.HasMessageEncoding && !IsMessage(field))
        {
            yield return "only messages have an encoding of messages";
        }
    }

    private static bool IsRequired(FeatureSet features) => features.FieldPresence == FeatureSet.Types.FieldPresence.LegacyRequired;
}
