using System.Reflection;
using System.Runtime.Serialization;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Contracts as reflection sees them: what the tests hold generated code to, found by another way than the generator's.</summary>
internal static class ContractShape
{
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>The members with a number, and those that are a oneof (number 0).</summary>
    public static IEnumerable<(int Number, MemberInfo Member)> MembersOf(Type contract) => contract.GetMembers(Any)
        .Where(m => m is PropertyInfo or FieldInfo)
        .Select(m => (NumberOf(contract, m) ?? (IsOneOf(TypeOf(m)) && m is PropertyInfo ? 0 : -1), m))
        .Where(m => m.Item1 >= 0);

    public static Type TypeOf(MemberInfo member) => member is PropertyInfo property ? property.PropertyType : ((FieldInfo)member).FieldType;

    public static object? Get(MemberInfo member, object message) =>
        member is PropertyInfo property ? property.GetValue(message) : ((FieldInfo)member).GetValue(message);

    public static bool IsOneOf(Type type) => type.IsDefined(typeof(OneOfAttribute));

    public static bool IsContract(Type type) => type.IsDefined(typeof(ContractAttribute)) || type.IsDefined(typeof(DataContractAttribute));

    public static IEnumerable<Type> CasesOf(Type oneof) => oneof.GetNestedTypes().Where(t => t.IsDefined(typeof(CaseAttribute)));

    public static int NumberOfCase(Type type) => type.GetCustomAttribute<CaseAttribute>()!.Number;

    /// <summary>What a case stands for: itself, or the one property of it.</summary>
    public static object? ContentOf(object instance) => IsContract(instance.GetType())
        ? instance
        : instance.GetType().GetProperties(Any).Single(p => p.Name != "EqualityContract").GetValue(instance);

    private static int? NumberOf(Type contract, MemberInfo member) =>
        member.GetCustomAttribute<MemberAttribute>()?.Number
        ?? (member.GetCustomAttribute<DataMemberAttribute>() is { } data ? (int?)data.Order : null)
        ?? contract.GetConstructors().SelectMany(c => c.GetParameters())
        .FirstOrDefault(p => p.Name == member.Name)?.GetCustomAttribute<MemberAttribute>()?.Number;
}
