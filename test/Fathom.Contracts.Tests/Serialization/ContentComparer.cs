using System.Collections;
using System.Globalization;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Holds a contract and a message of Google.Protobuf side by side, field by field.</summary>
internal static class ContentComparer
{
    public static void ShouldHaveContentOf(this object ours, IMessage theirs)
    {
        var numbers = new HashSet<int>();
        foreach (var (number, member) in ContractShape.MembersOf(ours.GetType()))
        {
            var value = ContractShape.Get(member, ours);
            if (number > 0)
            {
                numbers.Add(number).ShouldBeTrue();
                Compare(value, theirs, theirs.Descriptor.FindFieldByNumber(number));
                continue;
            }

            var type = ContractShape.TypeOf(member);
            numbers.UnionWith(ContractShape.CasesOf(type).Select(ContractShape.NumberOfCase));
            var chosen = value is null ? 0 : ContractShape.NumberOfCase(value.GetType());
            var oneof = theirs.Descriptor.FindFieldByNumber(
                ContractShape.NumberOfCase(ContractShape.CasesOf(type).First())).ContainingOneof;
            (oneof.Accessor.GetCaseFieldDescriptor(theirs)?.FieldNumber ?? 0).ShouldBe(chosen, oneof.FullName);
            if (value is not null)
            {
                CompareValue(ContractShape.ContentOf(value), theirs.Descriptor.FindFieldByNumber(chosen).Accessor.GetValue(theirs),
                    oneof.FullName);
            }
        }

        numbers.ShouldBe(theirs.Descriptor.Fields.InDeclarationOrder().Select(f => f.FieldNumber), ignoreOrder: true);
    }

    private static void Compare(object? ours, IMessage theirs, FieldDescriptor field)
    {
        var other = field.Accessor.GetValue(theirs);
        if (field.IsMap)
        {
            CompareMaps(ours, (IDictionary)other, field.FullName);
        }
        else if (field.IsRepeated)
        {
            var mine = ours is null ? [] : ((IEnumerable)ours).Cast<object>().ToList();
            mine.Count.ShouldBe(((IList)other).Count, field.FullName);
            foreach (var (left, right) in mine.Zip(((IList)other).Cast<object>()))
            {
                CompareValue(left, right, field.FullName);
            }
        }
        else
        {
            CompareValue(ours, field.HasPresence && !field.Accessor.HasValue(theirs) ? null : other, field.FullName);
        }
    }

    private static void CompareMaps(object? ours, IDictionary theirs, string where)
    {
        var mine = ours is null ? [] : ((IEnumerable)ours).Cast<object>()
            .Select(p => (Key: p.GetType().GetProperty("Key")!.GetValue(p)!, Value: p.GetType().GetProperty("Value")!.GetValue(p)))
            .ToList();
        mine.Count.ShouldBe(theirs.Count, where);
        foreach (var (key, value) in mine)
        {
            theirs.Contains(key).ShouldBeTrue(where);
            CompareValue(value, theirs[key], where);
        }
    }

    private static void CompareValue(object? ours, object? theirs, string where)
    {
        switch (theirs)
        {
            case null:
                // A time without presence is its default where the message has none.
                (ours is null || ours.Equals(default(DateTime)) || ours.Equals(default(TimeSpan)) || Equals(ours, ""))
                    .ShouldBeTrue($"{where}: {ours}");
                break;
            case Timestamp timestamp:
                (ours is DateTimeOffset offset ? offset.UtcDateTime : ours.ShouldBeOfType<DateTime>())
                    .ShouldBe(timestamp.ToDateTime(), where);
                break;
            case Duration duration:
                ours.ShouldBeOfType<TimeSpan>().ShouldBe(duration.ToTimeSpan(), where);
                break;
            case IMessage message:
                ours.ShouldNotBeNull(where);
                ours.ShouldHaveContentOf(message);
                break;
            case ByteString bytes:
                (ours is ReadOnlyMemory<byte> memory ? memory.ToArray() : ours as byte[] ?? []).ShouldBe(bytes.ToByteArray(), where);
                break;
            case string text:
                // What implicit presence makes of null.
                (ours ?? "").ShouldBe(text, where);
                break;
            case System.Enum or int or uint:
                Convert.ToInt64(ours, CultureInfo.InvariantCulture).ShouldBe(Convert.ToInt64(theirs, CultureInfo.InvariantCulture), where);
                break;
            default:
                ours.ShouldBe(theirs, where);
                break;
        }
    }
}
