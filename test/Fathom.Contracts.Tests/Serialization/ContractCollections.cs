using System.Collections;
using System.Collections.Immutable;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Collections of the types that contracts have.</summary>
internal static class ContractCollections
{
    /// <summary>An array, a dictionary or a list of so many elements; null for any other type.</summary>
    public static object? Create(Type type, int count, Func<Type, object> make)
    {
        if (type.IsArray)
        {
            var array = Array.CreateInstance(type.GetElementType()!, count);
            for (var i = 0; i < count; i++)
            {
                array.SetValue(make(type.GetElementType()!), i);
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
                map[make(arguments[0])] = make(arguments[1]);
            }

            return map;
        }

        var list = (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(arguments))!;
        for (; count > 0; count--)
        {
            list.Add(make(arguments[0]));
        }

        return type == typeof(ImmutableArray<uint>) ? ((List<uint>)list).ToImmutableArray() : list;
    }

    /// <summary>Adds the items of a collection to one that a message keeps.</summary>
    public static void Fill(object kept, object items)
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
