using System.Buffers;

namespace Fathom.Contracts.Serialization;

/// <summary>
/// The first of two serialization passes. Stores the sizes of all nested length-delimited values in the order in which
/// <see cref="ContractWriter"/> needs them. Without stored sizes each level would measure all levels below it again, and a message of 100
/// levels would be measured 100 times. Owned by <see cref="MeasuredMessage{T}"/>; its memory is pooled or borrowed.
/// </summary>
public ref struct ContractMeasure
{
    // The default recursion limit of protobuf readers. A peer would reject a deeper message.
    private const int MaxDepth = 100;

    private readonly int[]? _lent;
    private int[]? _sizes;
    private int _count;
    private int _depth;

    /// <summary>Creates an instance with a borrowed array, or null. A pooled array replaces it if it is too small.</summary>
    internal ContractMeasure(int[]? lent)
    {
        _lent = lent;
        _sizes = lent;
    }

    internal readonly ReadOnlySpan<int> Sizes => _sizes.AsSpan(0, _count);

    /// <summary>Begins the measurement of a nested message.</summary>
    /// <returns>The value to pass to <see cref="End"/>.</returns>
    /// <exception cref="InvalidOperationException">The message is nested too deeply, or contains itself.</exception>
    public int Begin()
    {
        if (++_depth >= MaxDepth)
        {
            throw new InvalidOperationException(
                $"The message is nested deeper than {MaxDepth} levels, or contains itself; protobuf readers accept {MaxDepth}.");
        }

        return Add(0);
    }

    /// <summary>Ends the measurement of a nested message.</summary>
    /// <returns>The size of the message in bytes, with its length prefix.</returns>
    public int End(int place, int size)
    {
        _depth--;
        _sizes![place] = size;
        return checked(size + FieldSize.Varint((uint)size));
    }

    /// <summary>Stores the size of a packed list.</summary>
    /// <returns>The size of the list in bytes, with its length prefix.</returns>
    public int Packed(int size)
    {
        Add(size);
        return checked(size + FieldSize.Varint((uint)size));
    }

    internal int[]? Detach()
    {
        var sizes = _sizes;
        _sizes = null;
        _count = 0;
        return sizes;
    }

    internal void Dispose()
    {
        Return(_sizes);
        _sizes = null;
        _count = 0;
    }

    private int Add(int size)
    {
        if (_sizes is null || _count == _sizes.Length)
        {
            Grow();
        }

        _sizes![_count] = size;
        return _count++;
    }

    private void Grow()
    {
        var larger = ArrayPool<int>.Shared.Rent(Math.Max(32, _count * 2));
        if (_sizes is { } full)
        {
            full.AsSpan(0, _count).CopyTo(larger);
            Return(full);
        }

        _sizes = larger;
    }

    private readonly void Return(int[]? sizes)
    {
        if (sizes is not null && !ReferenceEquals(sizes, _lent))
        {
            ArrayPool<int>.Shared.Return(sizes);
        }
    }
}
