using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.Serialization;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Contracts as reflection sees them: what the tests hold generated code to, found by another way than the generator's.</summary>
internal static class ContractShape
{
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    // Reflection looks up attributes anew each time, which took longer than all that is tested.
    private static readonly ConcurrentDictionary<Type, (int Number, MemberInfo Member)[]> Members = new();
    private static readonly ConcurrentDictionary<Type, (bool IsOneOf, bool IsContract)> Kinds = new();
    private static readonly ConcurrentDictionary<object, bool> Nullables = new();

    /// <summary>The members with a number, and those that are a oneof (number 0).</summary>
    public static IReadOnlyList<(int Number, MemberInfo Member)> MembersOf(Type contract) => Members.GetOrAdd(contract,
        _ => [.. contract.GetMembers(Any)
            .Where(m => m is PropertyInfo or FieldInfo)
            .Select(m => (Number: NumberOf(contract, m) ?? (IsOneOf(TypeOf(m)) && m is PropertyInfo ? 0 : -1), m))
            .Where(m => m.Number >= 0)]);

    public static Type TypeOf(MemberInfo member) => member is PropertyInfo property ? property.PropertyType : ((FieldInfo)member).FieldType;

    public static object? Get(MemberInfo member, object message) =>
        member is PropertyInfo property ? property.GetValue(message) : ((FieldInfo)member).GetValue(message);

    public static bool IsOneOf(Type type) => KindOf(type).IsOneOf;

    public static bool IsContract(Type type) => KindOf(type).IsContract;

    /// <summary>Whether a member may be null, or says nothing of it.</summary>
    public static bool IsNullable(MemberInfo member) => Nullables.GetOrAdd(member, _ => (member is PropertyInfo property
        ? new NullabilityInfoContext().Create(property) : new NullabilityInfoContext().Create((FieldInfo)member)).ReadState
        is NullabilityState.Nullable or NullabilityState.Unknown);

    /// <summary>Whether a parameter may be null.</summary>
    public static bool IsNullable(ParameterInfo parameter) => Nullables.GetOrAdd(
        parameter, _ => new NullabilityInfoContext().Create(parameter).ReadState is NullabilityState.Nullable);

    public static IEnumerable<Type> CasesOf(Type oneof) => oneof.GetNestedTypes().Where(t => t.IsDefined(typeof(CaseAttribute)));

    public static int NumberOfCase(Type type) => type.GetCustomAttribute<CaseAttribute>()!.Number;

    /// <summary>What a case stands for: itself, or the one property of it.</summary>
    public static object? ContentOf(object instance) => IsContract(instance.GetType())
        ? instance
        : instance.GetType().GetProperties(Any).Single(p => p.Name != "EqualityContract").GetValue(instance);

    private static (bool IsOneOf, bool IsContract) KindOf(Type type) => Kinds.GetOrAdd(type, _ => (type.IsDefined(typeof(OneOfAttribute)),
        type.IsDefined(typeof(ContractAttribute)) || type.IsDefined(typeof(DataContractAttribute))));

    private static int? NumberOf(Type contract, MemberInfo member) =>
        member.GetCustomAttribute<MemberAttribute>()?.Number
        ?? (member.GetCustomAttribute<DataMemberAttribute>() is { } data ? (int?)data.Order : null)
        ?? contract.GetConstructors().SelectMany(c => c.GetParameters())
        .FirstOrDefault(p => p.Name == member.Name)?.GetCustomAttribute<MemberAttribute>()?.Number;
}
