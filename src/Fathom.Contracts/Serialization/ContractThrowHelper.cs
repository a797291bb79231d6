using System.Diagnostics.CodeAnalysis;

namespace Fathom.Contracts.Serialization;

/// <summary>Throws for values that generated code cannot serialize.</summary>
public static class ContractThrowHelper
{
    /// <summary>Throws if a list element, a map value or the value of a oneof case is null, which protobuf cannot represent.</summary>
    /// <exception cref="InvalidOperationException">The value is null.</exception>
    public static void ThrowIfNull([NotNull] object? value)
    {
        if (value is null)
        {
            Throw();
        }

        [DoesNotReturn]
        static void Throw() => throw new InvalidOperationException(
            "A list, a map or a oneof case contains null, which protobuf cannot represent: omit the element, or give it a value.");
    }

    /// <summary>Throws for an object that is not a declared case of its oneof.</summary>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void UnknownCase(object value) =>
        throw new InvalidOperationException(
            $"{value?.GetType()} is not a [Case] of its [OneOf]: only its nested records with [Case] can be written.");
}
