using System.Text;
using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.FieldDescriptorProto.Types;

namespace Fathom.Schema.Compiler.Rules;

/// <summary>The rules of one field.</summary>
internal static class ProtoFieldRules
{
    private const int FirstReserved = 19_000;
    private const int LastReserved = 19_999;

    /// <summary>The rules that it breaks.</summary>
    /// <param name="field">The field.</param>
    /// <param name="features">The features of its file; null where there are none.</param>
    public static IEnumerable<string> Broken(FieldDescriptorProto field, FeatureSet? features)
    {
        if (field.Number is >= FirstReserved and <= LastReserved)
        {
            yield return $"the numbers from {FirstReserved} to {LastReserved} are protobuf's own";
        }

        if (field.JsonName is ['[', .., ']'])
        {
            yield return $"the JSON name '{field.JsonName}' has brackets, which are for extensions";
        }

        if (field.Label == Label.Repeated && field.HasDefaultValue)
        {
            yield return "a repeated field has no default";
        }

        var isImplicit = IsImplicit(field.Options?.Features) ?? IsImplicit(features) ?? false;
        if (isImplicit && field.HasDefaultValue)
        {
            yield return "a field with implicit presence has no default";
        }

        if (field.Options is { } options)
        {
            foreach (var fault in Broken(field, options).Concat(FieldFeatureRules.Broken(field)))
            {
                yield return fault;
            }
        }
    }

    /// <summary>The JSON name of a field that writes none: foo_bar is fooBar.</summary>
    public static string DefaultJsonName(string name)
    {
        var json = new StringBuilder(name.Length);
        for (var i = 0; i < name.Length; i++)
        {
            if (name[i] != '_')
            {
                json.Append(i > 0 && name[i - 1] == '_' ? char.ToUpperInvariant(name[i]) : name[i]);
            }
        }

        return json.ToString();
    }

    /// <summary>Whether features say that a field has implicit presence; null where they do not say.</summary>
    public static bool? IsImplicit(FeatureSet? features) =>
        features is { HasFieldPresence: true } ? features.FieldPresence == FeatureSet.Types.FieldPresence.Implicit : null;

    private static IEnumerable<string> Broken(FieldDescriptorProto field, FieldOptions options)
    {
        if (options.Packed && !IsPackable(field))
        {
            yield return "only repeated numbers, bools and enums are packed";
        }

        if ((options.Lazy || options.UnverifiedLazy) && !IsMessage(field))
        {
            yield return "only messages are lazy";
        }

        if (options.HasJstype && options.Jstype != FieldOptions.Types.JSType.JsNormal && field.Type is not
            (FieldDescriptorProto.Types.Type.Int64 or FieldDescriptorProto.Types.Type.Uint64 or FieldDescriptorProto.Types.Type.Sint64
            or FieldDescriptorProto.Types.Type.Fixed64 or FieldDescriptorProto.Types.Type.Sfixed64))
        {
            yield return "jstype is for integers of 64 bits";
        }
    }

    /// <summary>Whether it is a message.</summary>
    public static bool IsMessage(FieldDescriptorProto field) =>
        field.Type is FieldDescriptorProto.Types.Type.Message or FieldDescriptorProto.Types.Type.Group;

    /// <summary>Whether it can be packed.</summary>
    public static bool IsPackable(FieldDescriptorProto field) => field.Label == Label.Repeated && !IsMessage(field)
        && field.Type is not (FieldDescriptorProto.Types.Type.String or FieldDescriptorProto.Types.Type.Bytes);
}
