using Google.Protobuf.Collections;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Printing;

/// <summary>Writes enums, and what they have in common with messages.</summary>
internal sealed class EnumPrinter(PrintContext context)
{
    /// <summary>Writes an enum.</summary>
    public void Write(EnumDescriptorProto type) => context.Block($"{Prefix(type.Visibility)}enum {type.Name}", () =>
    {
        context.Options(type.Options);
        foreach (var value in type.Value)
        {
            Value(value);
        }

        Reserved(context, type.ReservedRange.Select(r => r.End == int.MaxValue ? $"{r.Start} to max"
            : r.End == r.Start ? $"{r.Start}" : $"{r.Start} to {r.End}"), type.ReservedName);
    });

    /// <summary>Writes a value.</summary>
    public void Value(EnumValueDescriptorProto value) => context.Line($"{value.Name} = {value.Number}{context.End(value.Options)}");

    /// <summary>The word of edition 2024 before a message or an enum.</summary>
    public static string Prefix(SymbolVisibility visibility) => visibility switch
    {
        SymbolVisibility.VisibilityExport => "export ",
        SymbolVisibility.VisibilityLocal => "local ",
        _ => "",
    };

    /// <summary>Writes reserved numbers and names.</summary>
    public static void Reserved(PrintContext context, IEnumerable<string> ranges, RepeatedField<string> names)
    {
        if (string.Join(", ", ranges) is { Length: > 0 } numbers)
        {
            context.Line($"reserved {numbers};");
        }

        if (names.Count > 0)
        {
            // Editions have identifiers in place of strings.
            var words = context.Syntax == "editions" ? names : names.Select(OptionText.Quote);
            context.Line($"reserved {string.Join(", ", words)};");
        }
    }
}
