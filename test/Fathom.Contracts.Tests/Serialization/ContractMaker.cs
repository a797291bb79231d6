using System.Reflection;
using System.Runtime.CompilerServices;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Random contracts of any sample type.</summary>
internal sealed class ContractMaker(int seed)
{
    private const int MaxDepth = 5;

    private readonly EdgeValues _values = new(seed);
    private int _budget = 300;

    public T Make<T>() => (T)Make(typeof(T), 0);

    private object Make(Type type, int depth)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying)
        {
            return Make(underlying, depth);
        }

        _budget--;
        return _values.Scalar(type) ?? (ContractShape.IsOneOf(type) ? Case(type, depth) : Collection(type, depth) ?? Message(type, depth));
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
        return ContractCollections.Create(type, count, element => Make(element, depth + 1));
    }

    private object Message(Type type, int depth)
    {
        var constructor = type.GetConstructors().MaxBy(c => c.GetParameters().Length)!;
        if (constructor.GetParameters().Length > 0)
        {
            return constructor.Invoke(
                [.. constructor.GetParameters().Select(p => Value(p.ParameterType, ContractShape.IsNullable(p), depth))]);
        }

        var message = RuntimeHelpers.GetUninitializedObject(type);
        constructor.Invoke(message, null);
        foreach (var (_, member) in ContractShape.MembersOf(type))
        {
            if (member is PropertyInfo { SetMethod: null } kept)
            {
                ContractCollections.Fill(kept.GetValue(message)!, Make(kept.PropertyType, depth + 1));
            }
            else
            {
                var value = Value(ContractShape.TypeOf(member), ContractShape.IsNullable(member), depth);
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
}
