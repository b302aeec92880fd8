//! Pictures of redistributions: the elements that devices have before, and the sources of those that they have after.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::grid::{Content, Grid, written};
use super::palette::Background;
use super::scene::Scene;
use super::window::Window;
use crate::distribution::redistribute::{Plan, Stage};
use crate::error::{Error, Operation, Rule};

/// The largest number of elements that are visited, over all devices.
const MAX_ELEMENTS: i64 = 1 << 16;

/// The largest number of devices whose memories are drawn.
const MAX_DEVICES: i64 = 8;

/// For each stage of a plan, the whole with the devices that have each element before. For each device, the elements
/// that it has after, by local coordinates, with the device from which each comes and its offset there. `D0+3` is
/// device 0 and 3 others, which have the element too or, for a sum, send it too. Predicated elements are empty.
///
/// ```
/// use tilework_algebra::{Distribution, Mesh, draw, redistribute};
/// let mesh = Mesh::of_shape(&"2".parse()?)?;
/// let whole = "(2,4)".parse()?;
/// let rows = Distribution::sharded(&mesh, &whole, &[Some(0)])?.by_rows()?;
/// let columns = Distribution::sharded(&mesh, &whole, &[Some(1)])?.by_rows()?;
/// let picture = draw::redistribution(&redistribute(&rows, &columns)?, &draw::Window::default())?;
/// assert_eq!(picture.panels().len(), 3);
/// // The right half of row 0 on device 1 comes from device 0, where it begins at offset 2.
/// assert_eq!((&*picture.cells()[3].label, &*picture.cells()[12].label), ("D0", "D0\n2"));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
///
/// # Errors
/// [`Rule::ListLength`] for more elements than can be visited.
pub fn redistribution(plan: &Plan, window: &Window) -> Result<Scene, Error> {
    let mut panels = Vec::new();
    for stage in plan.stages() {
        of_stage(stage, window, &mut panels)?;
    }
    Ok(Scene::beside(panels, window.width()))
}

/// A device and a number of others, in the color of the device.
fn of_device(content: Content, (device, others): (i64, i64), below: Option<i64>) -> Content {
    let mut label = match others {
        0 => format!("D{device}"),
        _ => format!("D{device}+{others}"),
    };
    if let Some(below) = below {
        label.push_str(&format!("\n{below}"));
    }
    let number = device.unsigned_abs();
    content.labelled(label).filled(Background::Tint(number)).fact("device", device).linked([number])
}

fn of_stage(stage: &Stage, window: &Window, panels: &mut Vec<Scene>) -> Result<(), Error> {
    let (from, to) = (stage.from(), stage.to());
    let devices = from.mesh().size();
    let each = from.local().size().max(to.local().size());
    let size = each.saturating_mul(devices);
    if size > MAX_ELEMENTS {
        let rule = Rule::ListLength { size, limit: MAX_ELEMENTS };
        return Err(Error::new(Operation::Redistribute, rule));
    }
    // The first device that has each coordinate, and the number of others.
    let mut holders: BTreeMap<Vec<i64>, (i64, i64)> = BTreeMap::new();
    for device in 0..devices {
        let mut own: Vec<Vec<i64>> =
            (0..from.local().size()).filter_map(|l| from.coordinate(device, l)).collect();
        own.sort_unstable();
        own.dedup();
        for x in own {
            holders.entry(x).and_modify(|(_, others)| *others += 1).or_insert((device, 0));
        }
    }
    let whole = from.whole();
    let leaves = whole.leaves();
    panels.push(Grid::new(format!("before: {}", from.layout()), whole.clone()).draw(
        window,
        &mut |i| {
            let mut rest = i;
            let digits = leaves.iter().map(|&extent| {
                let digit = rest % extent;
                rest /= extent;
                digit
            });
            let content = Content::default().fact("coordinate", written(whole, i));
            match holders.get(&digits.collect::<Vec<i64>>()) {
                Some(&who) => of_device(content, who, None),
                None => content,
            }
        },
    ));
    let mut comes: BTreeMap<(i64, i64), (i64, i64, i64)> = BTreeMap::new();
    for message in stage.messages().iter().chain(stage.kept()) {
        for piece in &message.pieces {
            for c in 0..piece.elements() {
                let at =
                    |layout: &crate::Layout, offset: i64| Some(layout.offset(c).ok()? + offset);
                let (Some(source), Some(destination)) = (
                    at(&piece.source, piece.source_offset),
                    at(&piece.destination, piece.destination_offset),
                ) else {
                    continue;
                };
                comes
                    .entry((message.destination, destination))
                    .and_modify(|(.., others)| *others += 1)
                    .or_insert((message.source, source, 0));
            }
        }
    }
    let local = to.local().shape();
    for device in 0..devices.min(MAX_DEVICES) {
        let title = format!("device {}: {}", to.mesh().name(device), to.memory());
        panels.push(Grid::new(title, local.clone()).draw(window, &mut |i| {
            let place = to.memory().offset(i).unwrap_or(-1);
            let x = to.coordinate(device, i);
            let x = x.map_or(String::from("none"), |x| format!("{x:?}"));
            let content = Content::default()
                .fact("local", written(&local, i))
                .fact("coordinate", x)
                .fact("offset", place);
            match comes.get(&(device, place)) {
                Some(&(source, offset, others)) => {
                    of_device(content, (source, others), Some(offset))
                }
                None => content.filled(Background::Faint),
            }
        }));
    }
    if devices > MAX_DEVICES
        && let Some(last) = panels.last_mut()
    {
        last.note(&format!("{MAX_DEVICES} of {devices} devices are drawn"));
    }
    Ok(())
}
