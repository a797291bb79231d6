using System.Diagnostics.CodeAnalysis;

namespace Fathom.Contracts.Serialization;

/// <summary>What generated code refuses to write.</summary>
public static class ContractThrowHelper
{
    /// <summary>Refuses a null where protobuf has no form for it: in a list, as a map's value, as the content of a case.</summary>
    /// <exception cref="InvalidOperationException">It is null.</exception>
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

    /// <summary>Refuses a case of a oneof that the generator did not know.</summary>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void UnknownCase(object value) =>
        throw new InvalidOperationException(
            $"{value?.GetType()} is no [Case] of its [OneOf]: only the nested records it declares can be written.");
}
