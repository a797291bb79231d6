namespace Fathom.Schema.Compiler.Parsing;

/// <summary>An option as it is written.</summary>
/// <param name="Place">Where its name begins.</param>
/// <param name="Name">The parts of its name between dots; one in parentheses is an extension.</param>
/// <param name="Value">The value; of a message the opening brace.</param>
/// <param name="IsNegative">Whether a minus is before the value.</param>
/// <param name="Text">The bytes of a string.</param>
internal sealed record ProtoOption(
    ProtoPlace Place, IReadOnlyList<ProtoOptionPart> Name, ProtoToken Value, bool IsNegative, byte[]? Text)
{
    /// <summary>Whether part of its name is an extension.</summary>
    public bool IsCustom => Name.Any(part => part.IsExtension);

    /// <summary>Its name, for messages.</summary>
    public string ShownName => Faults.Shown.Short(string.Join('.', Name.Select(part => part.IsExtension ? $"({part.Name})" : part.Name)));
}

/// <summary>A part of the name of an option.</summary>
/// <param name="Name">The part.</param>
/// <param name="IsExtension">Whether it is in parentheses.</param>
internal sealed record ProtoOptionPart(string Name, bool IsExtension);
