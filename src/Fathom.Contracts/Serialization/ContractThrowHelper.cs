using System.Diagnostics.CodeAnalysis;

namespace Fathom.Contracts.Serialization;

/// <summary>Throws for values that generated code cannot serialize.</summary>
public static class ContractThrowHelper
{
    /// <summary>Throws for null in a list, a map's value, or the content of a case: protobuf has no form for it.</summary>
    /// <exception cref="InvalidOperationException">The value is null.</exception>
    public static void ThrowIfNull([NotNull] object? value)
    {
        if (value is null)
        {
            Throw();
        }

        [DoesNotReturn]
        static void Throw() => throw new InvalidOperationException(
            "A list, a map or a oneof case holds null, for which protobuf has no form: leave the element out, or give it a value.");
    }

    /// <summary>Throws for a case of a oneof that the generator did not see.</summary>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void UnknownCase(object value) =>
        throw new InvalidOperationException(
            $"{value?.GetType()} is no [Case] of its [OneOf]: only the nested records it declares can be written.");
}
