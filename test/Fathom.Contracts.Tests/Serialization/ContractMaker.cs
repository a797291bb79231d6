using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Random contracts of any sample type.</summary>
internal sealed class ContractMaker(int seed)
{
    private const int MaxDepth = 5;

    private readonly EdgeValues _values = new(seed);
    private readonly NullabilityInfoContext _nullability = new();
    private int _budget = 300;

    public T Make<T>() => (T)Make(typeof(T), 0);

    private object Make(Type type, int depth)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying)
        {
            return Make(underlying, depth);
        }

        return Scalar(type) ?? (ContractShape.IsOneOf(type) ? Case(type, depth) : Collection(type, depth) ?? Message(type, depth));
    }

    private object? Scalar(Type type)
    {
        _budget--;
        var bits = _values.Bits();
        return type switch
        {
            { IsEnum: true } => Enum.ToObject(type, Enum.GetUnderlyingType(type) == typeof(byte) ? (byte)bits : (int)bits),
            _ when type == typeof(bool) => (bits & 1) != 0,
            _ when type == typeof(byte) => (byte)bits,
            _ when type == typeof(sbyte) => (sbyte)bits,
            _ when type == typeof(short) => (short)bits,
            _ when type == typeof(ushort) => (ushort)bits,
            _ when type == typeof(int) => (int)bits,
            _ when type == typeof(uint) => (uint)bits,
            _ when type == typeof(long) => (long)bits,
            _ when type == typeof(ulong) => bits,
            _ when type == typeof(float) => (float)_values.Double(),
            _ when type == typeof(double) => _values.Double(),
            _ when type == typeof(string) => _values.Text(),
            _ when type == typeof(byte[]) => _values.Bytes(),
            _ when type == typeof(ReadOnlyMemory<byte>) => new ReadOnlyMemory<byte>(_values.Bytes()),
            _ when type == typeof(DateTime) => _values.Moment(),
            _ when type == typeof(DateTimeOffset) => new DateTimeOffset(_values.Moment()),
            _ when type == typeof(TimeSpan) => _values.Span(),
            _ => null,
        };
    }

    private object Case(Type oneof, int depth)
    {
        var cases = ContractShape.CasesOf(oneof).ToList();
        var type = cases[_values.Below(cases.Count)];
        return ContractShape.IsContract(type) ? Message(type, depth)
            : Activator.CreateInstance(type, Make(type.GetConstructors()[0].GetParameters()[0].ParameterType, depth + 1))!;
    }

    private object? Collection(Type type, int depth)
    {
        var count = _budget <= 0 || depth > MaxDepth ? 0 : _values.Below(6);
        if (type.IsArray)
        {
            var array = Array.CreateInstance(type.GetElementType()!, count);
            for (var i = 0; i < count; i++)
            {
                array.SetValue(Make(type.GetElementType()!, depth + 1), i);
            }

            return array;
        }

        if (!type.IsGenericType)
        {
            return null;
        }

        var arguments = type.GetGenericArguments();
        if (arguments.Length == 2)
        {
            var map = (IDictionary)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(arguments))!;
            for (; count > 0; count--)
            {
                map[Make(arguments[0], depth + 1)] = Make(arguments[1], depth + 1);
            }

            return map;
        }

        var list = (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(arguments))!;
        for (; count > 0; count--)
        {
            list.Add(Make(arguments[0], depth + 1));
        }

        return type == typeof(ImmutableArray<uint>) ? ((List<uint>)list).ToImmutableArray() : list;
    }

    private object Message(Type type, int depth)
    {
        var constructor = type.GetConstructors().MaxBy(c => c.GetParameters().Length)!;
        if (constructor.GetParameters().Length > 0)
        {
            return constructor.Invoke([.. constructor.GetParameters().Select(p => Value(p.ParameterType, IsNullable(p), depth))]);
        }

        var message = RuntimeHelpers.GetUninitializedObject(type);
        constructor.Invoke(message, null);
        foreach (var (_, member) in ContractShape.MembersOf(type))
        {
            if (member is PropertyInfo { SetMethod: null } kept)
            {
                Fill(kept.GetValue(message)!, Make(kept.PropertyType, depth + 1));
            }
            else
            {
                var value = Value(ContractShape.TypeOf(member), IsNullable(member), depth);
                if (member is PropertyInfo property)
                {
                    property.SetValue(message, value);
                }
                else
                {
                    ((FieldInfo)member).SetValue(message, value);
                }
            }
        }

        return message;
    }

    private object? Value(Type type, bool nullable, int depth)
    {
        var isMessage = ContractShape.IsContract(type) || ContractShape.IsOneOf(type);
        var absent = (nullable && _values.OneIn(3)) || (isMessage && (depth >= MaxDepth || _budget <= 0));
        return absent ? null : Make(type, depth + 1);
    }

    private bool IsNullable(MemberInfo member) => (
        member is PropertyInfo property ? _nullability.Create(property) : _nullability.Create((FieldInfo)member)).ReadState
        is NullabilityState.Nullable or NullabilityState.Unknown;

    private bool IsNullable(ParameterInfo parameter) => _nullability.Create(parameter).ReadState is NullabilityState.Nullable;

    private static void Fill(object kept, object items)
    {
        foreach (var item in (IEnumerable)items)
        {
            if (kept is IDictionary map)
            {
                var pair = item.GetType();
                map[pair.GetProperty("Key")!.GetValue(item)!] = pair.GetProperty("Value")!.GetValue(item);
            }
            else
            {
                ((IList)kept).Add(item);
            }
        }
    }
}
