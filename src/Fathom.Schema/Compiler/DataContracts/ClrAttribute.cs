using System.Reflection.Metadata;

namespace Fathom.Schema.Compiler.DataContracts;

/// <summary>An attribute, whose values are decoded when they are read.</summary>
internal sealed record ClrAttribute(string Name, Func<CustomAttributeValue<ClrType>> Value)
{
    /// <summary>An argument by its name; null where it is not given.</summary>
    public object? Named(string name) => Value().NamedArguments.FirstOrDefault(a => a.Name == name).Value;

    /// <summary>An argument by its place; null where there are fewer.</summary>
    public object? At(int place) => Value().FixedArguments.ElementAtOrDefault(place).Value;
}
