using Fathom.Contracts.Serialization;

namespace Fathom.Contracts;

/// <summary>
/// What the generator implements on a contract. Called by generated code and by <see cref="ContractSerializer"/>, which pair the passes: a
/// message is measured first, and written from the very same sizes.
/// </summary>
/// <typeparam name="TSelf">The contract.</typeparam>
public interface IContract<TSelf>
    where TSelf : class, IContract<TSelf>
{
    /// <summary>The exact size of the message's fields in bytes; the sizes of what is nested in it are left in
    /// <paramref name="measure"/>.</summary>
    static abstract int MeasureFields(TSelf message, ref ContractMeasure measure);

    /// <summary>Writes the message's fields in the order of their numbers, then the unknown ones.</summary>
    static abstract void WriteFields(TSelf message, ref ContractWriter writer);

    /// <summary>
    /// The size in bytes from which on a message should be read from memory of its own, which its <see cref="ReadOnlyMemory{T}"/> members
    /// then share (<see cref="ContractReadOptions.ShareMemory"/>) and keep as long as they live. No size by default, and where it has no
    /// such member.
    /// </summary>
    static virtual int ShareThreshold => int.MaxValue;

    /// <summary>Reads fields up to the end of the message.</summary>
    /// <param name="reader">Stands at the first tag.</param>
    /// <param name="earlier">What an earlier occurrence of the same field gave, to merge into; <see langword="null"/> at the first.</param>
    /// <exception cref="MalformedMessageException">The input is no such message.</exception>
    static abstract TSelf ReadFields(ref ContractReader reader, TSelf? earlier);
}
